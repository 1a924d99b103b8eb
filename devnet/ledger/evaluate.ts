// Computes the execution units of a transaction's scripts. Builders ask for the units before they sign and pay, so the only check is that
// each script can run: a redeemer points at the script, and script and datum exist.
import { formatOutputReference } from '../../schema/primitives.ts'
import { type LedgerUtxo, outputJson } from './output.ts'
import { type ExecutionUnits, runScripts, type ScriptFailure, type SlotTime } from './phase-two.ts'
import { type Context, contextOf, type LedgerEnvironment, scriptOf } from './rule.ts'
import { pointerData, referenceData, type SubmissionError, submissionError } from './submission-error.ts'
import { type LedgerRedeemer, type LedgerTransaction, type Pointer, samePointer } from './transaction.ts'
import { UtxoSet } from './utxo-set.ts'

export type EvaluationResult =
  | { readonly executionUnits: readonly ExecutionUnits[] }
  | { readonly error: SubmissionError }

/** The ledger has this output with other content. */
const overlap = (
  additional: readonly LedgerUtxo[],
  { utxo }: LedgerEnvironment,
): SubmissionError | undefined => {
  const known = additional.filter(({ reference }) => utxo.get(reference) !== undefined)
  const isOther = ({ reference, output }: LedgerUtxo): boolean =>
    outputJson(utxo.get(reference)?.output ?? output) !== outputJson(output)
  if (!known.some(isOther)) return undefined
  return submissionError(3002, 'Additional outputs already exist in the ledger.', {
    overlappingOutputReferences: known.map(({ reference }) => referenceData(reference)),
  })
}

const noContext = (reason: string): SubmissionError =>
  submissionError(3004, 'The context of the scripts cannot be created.', { reason })

const unknownOutput = ({ transaction, utxo }: Context): SubmissionError | undefined => {
  const named = [...transaction.inputs, ...transaction.references]
  const unknown = named.find((reference) => utxo.get(reference) === undefined)
  if (unknown === undefined) return undefined
  return noContext(`Unknown transaction input (missing from UTxO set): ${formatOutputReference(unknown)}`)
}

/** The script of the redeemer cannot run. */
const obstacle = (redeemer: LedgerRedeemer, context: Context): SubmissionError | undefined => {
  const need = context.needs.find((other) => samePointer(other, redeemer))
  if (need === undefined)
    return submissionError(3110, 'The redeemer belongs to no known script.', {
      extraneousRedeemers: [pointerData(redeemer)],
    })
  const script = scriptOf(context, need.hash)
  if (script === undefined)
    return submissionError(3011, 'The script is missing.', { missingScripts: [pointerData(redeemer)] })
  const unknown = unknownOutput(context)
  if (unknown !== undefined) return unknown
  const datumHash = need.utxo?.output.datumHash
  if (datumHash === undefined || context.transaction.datums.some(({ hash }) => hash === datumHash))
    return undefined
  return submissionError(3111, 'The datum is missing.', { missingDatums: [datumHash] })
}

const executionFailure = (
  failures: readonly { pointer: Pointer; error: SubmissionError }[],
): SubmissionError =>
  submissionError(
    3010,
    'Scripts of the transaction fail.',
    failures.map(({ pointer, error }) => ({ validator: pointerData(pointer), error })),
  )

/** If the machine does not name the script, the error is for all scripts. */
const scriptFailure = (
  { pointer, reason }: ScriptFailure,
  redeemers: readonly LedgerRedeemer[],
): SubmissionError =>
  executionFailure(
    (pointer === undefined ? redeemers : [pointer]).map((each) => ({
      pointer: each,
      error:
        pointer === undefined
          ? noContext(reason)
          : submissionError(3012, 'The script fails.', { validationError: reason, traces: [] }),
    })),
  )

/** @param additional outputs that are not in the ledger */
export const evaluate = (
  transaction: LedgerTransaction,
  additional: readonly LedgerUtxo[],
  environment: LedgerEnvironment,
  time: SlotTime,
): EvaluationResult => {
  const overlapping = overlap(additional, environment)
  if (overlapping !== undefined) return { error: overlapping }
  const utxo = new UtxoSet(environment.utxo)
  for (const output of additional) utxo.add(output)
  const context = contextOf(transaction, { ...environment, utxo })
  const obstacles = transaction.redeemers.flatMap((redeemer) => {
    const error = obstacle(redeemer, context)
    return error === undefined ? [] : [{ pointer: redeemer, error }]
  })
  if (obstacles.length > 0) return { error: executionFailure(obstacles) }
  const utxos = [...context.inputs, ...context.references]
  const outcome = runScripts(transaction, utxos, environment.parameters, time)
  return 'failure' in outcome ? { error: scriptFailure(outcome.failure, transaction.redeemers) } : outcome
}
