// The builder's node, over Ogmios. Protocol parameters change at most once per epoch, and outputs with scripts exist for years, so both are
// cached. While the node is away, cached parameters are used longer. If they are outdated, the node refuses the transaction, and the next
// build asks for them again.

import { JSONRPCError, LedgerStateQuery, type Schema, TransactionSubmission } from '@cardano-ogmios/client'
import { ConnectionLost } from '../../../indexer/ogmios/connection.ts'
import type { NodeLink } from '../../../indexer/ogmios/node-link.ts'
import { parseAddress } from '../../../schema/codecs/address.ts'
import { LANGUAGES } from '../../../schema/codecs/output-cbor.ts'
import { decimalFraction } from '../../../schema/launchpad/ledger-fees.ts'
import { readOutputJson, readReferenceJson } from '../../../schema/ogmios/output-json.ts'
import { integer, isRecord, record, text } from '../../../schema/ogmios/read-json.ts'
import { refusalOf } from '../../../schema/ogmios/refusals.ts'
import type { Uptime } from '../../../schema/platform/clocks.ts'
import { outsideText } from '../../../schema/platform/message-of.ts'
import { RecentMap } from '../../../schema/platform/recent-map.ts'
import { formatOutputReference } from '../../../schema/primitives.ts'
import { BuildError, type BuildErrorCode } from '../build-error.ts'
import type { NodeView, ProtocolParameters, ScriptUnits } from '../node-view.ts'
import type { Utxo } from '../transaction/utxo.ts'

/** Parameters and outputs with scripts are cached for this time. */
const CACHED_MS = 5 * 60_000

/** The cache has two generations. Clients choose the outputs. */
const MOST_SCRIPT_OUTPUTS = 500

const KEY_HASH = /^[0-9a-f]{56}$/

/** The library expects a decimal number instead of `577/10000`. */
const price = (ratio: string): number => {
  const [numerator = '', denominator = ''] = ratio.split('/')
  const decimal = Number(numerator) / Number(denominator)
  const [exact, unit] = decimalFraction(decimal)
  if (exact * BigInt(denominator) !== BigInt(numerator) * unit)
    throw new SyntaxError(`the price ${ratio} is not a short decimal`)
  return decimal
}

const required = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new SyntaxError(`the node's protocol parameters have no ${what}`)
  return value
}

/** @throws {SyntaxError} for an era before Plutus, or for unexpected parameters */
export const readParameters = (from: Schema.ProtocolParameters): ProtocolParameters => {
  const prices = required(from.scriptExecutionPrices, 'scriptExecutionPrices')
  const models = required(from.plutusCostModels, 'plutusCostModels')
  return {
    minFeeConstant: Number(from.minFeeConstant.ada.lovelace),
    minFeeCoefficient: from.minFeeCoefficient,
    ...(from.minFeeReferenceScripts === undefined
      ? {}
      : { minFeeReferenceScripts: from.minFeeReferenceScripts }),
    prices: { memory: price(prices.memory), steps: price(prices.cpu) },
    coinsPerUtxoByte: from.minUtxoDepositCoefficient,
    collateralPercentage: required(from.collateralPercentage, 'collateralPercentage'),
    maxCollateralInputs: required(from.maxCollateralInputs, 'maxCollateralInputs'),
    maxTxSize: required(from.maxTransactionSize, 'maxTransactionSize').bytes,
    maxValueSize: required(from.maxValueSize, 'maxValueSize').bytes,
    costModels: new Map(
      LANGUAGES.slice(1).flatMap((language, version) => {
        const model = models[language]
        return model === undefined ? [] : [[version, model] as const]
      }),
    ),
  }
}

const readUtxo = (value: unknown): Utxo => {
  const { address, lovelace, assets, datum, datumHash, script } = readOutputJson(value)
  const output = { address: parseAddress(address), lovelace, assets }
  const fields = script === undefined || script === null ? undefined : record(script, 'a script')
  const language = LANGUAGES.find((known) => known === fields?.language)
  return {
    reference: readReferenceJson(value),
    output: {
      ...output,
      ...(datum === undefined ? {} : { datum }),
      ...(datumHash === undefined ? {} : { datumHash }),
      ...(fields === undefined || language === undefined
        ? {}
        : { script: { language, cbor: text(fields.cbor, "a script's CBOR") } }),
    },
  }
}

const readUnits = (value: unknown): ScriptUnits[] => {
  const { validator, budget } = record(value, 'an evaluation')
  const { purpose, index } = record(validator, 'a validator')
  const { memory, cpu } = record(budget, 'a budget')
  if (purpose !== 'spend' && purpose !== 'mint' && purpose !== 'withdraw') return []
  return [{ purpose, index: Number(index), memory: integer(memory, 'memory'), cpu: integer(cpu, 'cpu') }]
}

/**
 * An input does not exist; the context of a script cannot be made; a redeemer has no script; the node's mempool refuses the transaction.
 */
const [UNKNOWN_INPUT, NO_CONTEXT, EXTRANEOUS_REDEEMER, MEMPOOL] = [3117, 3004, 3110, 3997]

const away = (error: unknown): BuildError =>
  new BuildError('NODE_AWAY', `The node does not answer now, try again later: ${outsideText(error)}`, 5)

/** If all inputs are spent, the node's mempool refuses the transaction with another code than the ledger. */
const codeOf = ({ code, data }: JSONRPCError): number =>
  code === MEMPOOL && isRecord(data) && /^All inputs are spent/.test(String(data.error))
    ? UNKNOWN_INPUT
    : code

/** Undefined for other failures. */
const refusal = (error: unknown): string | undefined => {
  if (!(error instanceof JSONRPCError)) return undefined
  const reason = refusalOf(codeOf(error), error.message)
  const keys = missingSignatories(error.data)
  return keys.length === 0
    ? reason
    : `MissingVKeyWitnesses: signatures of the keys ${keys.join(', ')} are missing`
}

/** The builder has specific codes for these refusals of Ogmios. */
const REFUSAL_CODES: Readonly<Record<number, BuildErrorCode>> = {
  3100: 'WRONG_SIGNATURE',
  3101: 'MISSING_SIGNATURE',
  3117: 'ALREADY_SPENT',
}

const refusalCode = (error: unknown): BuildErrorCode =>
  (error instanceof JSONRPCError ? REFUSAL_CODES[codeOf(error)] : undefined) ?? 'REFUSED'

/** Another transaction has spent a named output since the build began. A script's error may be inside the evaluation's error. */
const namesSpent = (error: unknown): boolean => {
  const { code, data } = isRecord(error) ? error : {}
  if (code === UNKNOWN_INPUT) return true
  if (code === NO_CONTEXT) return isRecord(data) && /^Unknown transaction input/.test(String(data.reason))
  // The builder adds a script for each redeemer, so a missing script means that the output with it was spent.
  if (code === EXTRANEOUS_REDEEMER)
    return isRecord(data) && /"purpose":"spend"/.test(JSON.stringify(data.extraneousRedeemers))
  return Array.isArray(data) && data.some((each) => isRecord(each) && namesSpent(each.error))
}

/** Empty for other errors. */
const missingSignatories = (data: unknown): string[] => {
  const { missingSignatories: keys } = isRecord(data) ? data : {}
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string' && KEY_HASH.test(key)) : []
}

export const ogmiosNode = (link: Pick<NodeLink, 'ask'>, clock: () => Uptime): NodeView => {
  let parameters: { readonly at: number; readonly value: ProtocolParameters } | undefined
  const carriers = new RecentMap<string, { readonly at: number; readonly value: Utxo }>(MOST_SCRIPT_OUTPUTS)
  const isFresh = (kept: { readonly at: number } | undefined): boolean =>
    kept !== undefined && clock() - kept.at < CACHED_MS

  const askParameters = async (): Promise<ProtocolParameters> => {
    const response = await link.ask((context) => LedgerStateQuery.protocolParameters(context))
    // For an error response to a query, the library resolves to undefined.
    if (response === undefined) throw new ConnectionLost('Ogmios refused the query for protocol parameters')
    const value = readParameters(response)
    parameters = { at: clock(), value }
    return value
  }

  return {
    async protocolParameters() {
      if (parameters !== undefined && isFresh(parameters)) return parameters.value
      try {
        return await askParameters()
      } catch (error) {
        if (parameters !== undefined) return parameters.value
        throw away(error)
      }
    },
    async utxos(references) {
      const names = references.map(formatOutputReference)
      const unknown = references.filter((_, at) => !isFresh(carriers.get(names[at] ?? '')))
      if (unknown.length > 0) {
        const outputReferences = unknown.map(({ transaction, index }) => ({
          transaction: { id: transaction },
          index,
        }))
        const response = await link
          .ask((context) => LedgerStateQuery.utxo(context, { outputReferences }))
          .catch((error: unknown) => {
            throw away(error)
          })
        if (response === undefined) throw away('Ogmios refused the query for outputs')
        for (const reference of unknown) carriers.delete(formatOutputReference(reference))
        for (const utxo of response.map(readUtxo))
          carriers.set(formatOutputReference(utxo.reference), { at: clock(), value: utxo })
      }
      return names.flatMap((name) => carriers.get(name)?.value ?? [])
    },
    async evaluate(transaction) {
      try {
        const result = await link.ask((context) =>
          TransactionSubmission.evaluateTransaction(context, transaction),
        )
        return result.flatMap(readUnits)
      } catch (error) {
        const reason = refusal(error)
        if (reason === undefined) throw away(error)
        if (namesSpent(error))
          throw new BuildError('ALREADY_SPENT', refusalOf(UNKNOWN_INPUT, reason) ?? reason)
        throw new BuildError('SCRIPT_FAILED', `the scripts cannot run: ${reason}`)
      }
    },
    async submit(transaction) {
      const attempt = (): Promise<string> =>
        link.ask((context) => TransactionSubmission.submitTransaction(context, transaction))
      let lost: ConnectionLost | undefined
      try {
        // If the connection breaks, the node may already have the transaction. A second submission does no harm.
        await attempt().catch((error: unknown) => {
          if (!(error instanceof ConnectionLost)) throw error
          lost = error
          return attempt()
        })
      } catch (error) {
        const reason = refusal(error)
        if (reason === undefined) throw away(error)
        const code = refusalCode(error)
        // The first submission itself may have spent the outputs.
        if (code === 'ALREADY_SPENT' && lost !== undefined) throw away(lost)
        if (code === 'REFUSED' && parameters !== undefined)
          parameters = { ...parameters, at: Number.NEGATIVE_INFINITY }
        throw new BuildError(code, reason)
      }
    },
  }
}
