// Input of the rules for a transaction: the transaction, the existing outputs that it names, the scripts that it needs, and those that it
// contains. It is computed once, so each rule is a few lines.
import { paymentCredential } from '../../schema/codecs/address.ts'
import { type Hex, type OutputReference, policyOf } from '../../schema/primitives.ts'
import type { LedgerUtxo } from './output.ts'
import type { Parameters } from './parameters.ts'
import type { LedgerScript } from './script.ts'
import { addressData, referenceData, type SubmissionError } from './submission-error.ts'
import type { LedgerTransaction, Pointer } from './transaction.ts'
import type { UtxoView } from './utxo-set.ts'

export interface LedgerEnvironment {
  readonly utxo: UtxoView
  readonly parameters: Parameters
  readonly slot: number
  /** Existing reward accounts (raw bytes). */
  readonly accounts: ReadonlySet<Hex>
}

/** Only a Plutus script uses the redeemer pointer. */
interface Need extends Pointer {
  readonly hash: Hex
  /** Reason why the script is required, in the form of submission errors. */
  readonly target: unknown
  /** Exists for the purpose `spend`. */
  readonly utxo?: LedgerUtxo
}

export interface Context extends LedgerEnvironment {
  readonly transaction: LedgerTransaction
  readonly inputs: readonly LedgerUtxo[]
  readonly references: readonly LedgerUtxo[]
  readonly collaterals: readonly LedgerUtxo[]
  readonly needs: readonly Need[]
  /** Scripts by hash: from inputs and references, and from the witnesses. */
  readonly referenceScripts: ReadonlyMap<Hex, LedgerScript>
  readonly witnessScripts: ReadonlyMap<Hex, LedgerScript>
}

export type Rule = (context: Context) => SubmissionError | undefined

const needsOf = (transaction: LedgerTransaction, inputs: readonly LedgerUtxo[]): Need[] => {
  const spends = inputs.flatMap((utxo): Need[] => {
    const credential = paymentCredential(utxo.output.address)
    if (credential?.kind !== 'script') return []
    const index = transaction.inputs.findIndex(
      ({ transaction: id, index }) => id === utxo.reference.transaction && index === utxo.reference.index,
    )
    const target = { purpose: 'spend', outputReference: referenceData(utxo.reference) }
    return [{ purpose: 'spend', index, hash: credential.hash, target, utxo }]
  })
  const policies = [...new Set(transaction.mint.map(({ asset }) => policyOf(asset)))]
  const mints = policies.map(
    (hash, index): Need => ({ purpose: 'mint', index, hash, target: { purpose: 'mint', policy: hash } }),
  )
  const withdraws = transaction.withdrawals.flatMap(({ credential, account }, index): Need[] =>
    credential.kind === 'key'
      ? []
      : [
          {
            purpose: 'withdraw',
            index,
            hash: credential.hash,
            target: { purpose: 'withdraw', rewardAccount: addressData(account) },
          },
        ],
  )
  return [...spends, ...mints, ...withdraws]
}

const byHash = (scripts: readonly LedgerScript[]): Map<Hex, LedgerScript> =>
  new Map(scripts.map((script) => [script.hash, script]))

export const contextOf = (transaction: LedgerTransaction, environment: LedgerEnvironment): Context => {
  const find = (references: readonly OutputReference[]) =>
    references.flatMap((reference) => environment.utxo.get(reference) ?? [])
  const inputs = find(transaction.inputs)
  const references = find(transaction.references)
  return {
    ...environment,
    transaction,
    inputs,
    references,
    collaterals: find(transaction.collaterals),
    needs: needsOf(transaction, inputs),
    referenceScripts: byHash([...inputs, ...references].flatMap(({ output }) => output.script ?? [])),
    witnessScripts: byHash(transaction.scripts),
  }
}

export const scriptOf = (
  { witnessScripts, referenceScripts }: Context,
  hash: Hex,
): LedgerScript | undefined => witnessScripts.get(hash) ?? referenceScripts.get(hash)

/** Each of these scripts must have a redeemer. */
export const plutusNeeds = (context: Context): Need[] =>
  context.needs.filter(({ hash }) => {
    const script = scriptOf(context, hash)
    return script !== undefined && script.language !== 'native'
  })
