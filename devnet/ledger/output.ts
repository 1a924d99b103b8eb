// An output in the ledger: its members for rules and responses, and its bytes for scripts and for the minimum lovelace.
import { formatAddress, isPaymentAddress, parseAddress } from '../../schema/codecs/address.ts'
import { itemOfHex, type Span } from '../../schema/codecs/cbor-spans.ts'
import { outputAt, type Script } from '../../schema/codecs/output-cbor.ts'
import { isPlutusData } from '../../schema/codecs/plutus-data.ts'
import { outputMembers } from '../../schema/ogmios/output-json.ts'
import { type Members, object } from '../../schema/ogmios/write-json.ts'
import type { AssetAmount, Hex, OutputReference } from '../../schema/primitives.ts'
import { outputCbor, valueCbor } from './output-cbor.ts'
import { type LedgerScript, ledgerScript, scriptJson } from './script.ts'

export interface LedgerOutput {
  /** Raw bytes. */
  readonly address: Hex
  readonly lovelace: bigint
  readonly assets: readonly AssetAmount[]
  /** CBOR of the inline datum. */
  readonly datum?: Hex
  readonly datumHash?: Hex
  readonly script?: LedgerScript
  readonly cbor: Hex
  readonly valueSize: number
}

export interface LedgerUtxo {
  readonly reference: OutputReference
  readonly output: LedgerOutput
}

/** Raw bytes of an address in bech32 or base58. @throws {Error} if `value` is not an address that can be paid */
export const readAddress = (value: unknown): Hex => {
  const address = typeof value === 'string' ? parseAddress(value) : ''
  if (!isPaymentAddress(address)) throw new Error(`${JSON.stringify(value)} is not an address`)
  return address
}

/**
 * The datum may be nested to any depth, as on a node.
 * @throws {Error} if there is no output, its address cannot be paid, or its datum or script is invalid
 */
export const readOutput = (bytes: Buffer, { start, end }: Span): LedgerOutput => {
  const { script, assets, ...output } = outputAt(bytes, start)
  if (output.datum !== undefined && !isPlutusData(output.datum))
    throw new Error('the datum of an output is not Plutus data')
  return {
    ...output,
    assets: assets.toSorted((a, b) => (a.asset < b.asset ? -1 : 1)),
    ...(script === undefined ? {} : { script: ledgerScript(script) }),
    cbor: bytes.toString('hex', start, end),
  }
}

/** @throws {Error} if `cbor` is not an output */
export const decodeOutput = (cbor: Hex): LedgerOutput => {
  const bytes = itemOfHex(cbor)
  return readOutput(bytes, { start: 0, end: bytes.length })
}

interface NewOutput extends Partial<Pick<LedgerOutput, 'assets' | 'datum' | 'datumHash'>> {
  /** Raw bytes. */
  readonly address: Hex
  readonly lovelace: bigint
  readonly script?: Script
}

export const ledgerOutput = ({ assets = [], lovelace, script, ...output }: NewOutput): LedgerOutput => {
  const sorted = assets.toSorted((a, b) => (a.asset < b.asset ? -1 : 1))
  const value = valueCbor(lovelace, sorted)
  return decodeOutput(outputCbor({ ...output, value, ...(script && { script: ledgerScript(script) }) }))
}

export const makeUtxo = (reference: OutputReference, output: NewOutput): LedgerUtxo => ({
  reference,
  output: ledgerOutput(output),
})

const membersOf = (output: LedgerOutput, withCbor: boolean): Members =>
  outputMembers(
    { ...output, address: formatAddress(output.address) },
    output.script && scriptJson(output.script, withCbor),
  )

export const outputJson = (output: LedgerOutput): string => object(membersOf(output, false))

export const utxoJson = ({ reference, output }: LedgerUtxo): string =>
  object({
    transaction: `{"id":"${reference.transaction}"}`,
    index: String(reference.index),
    ...membersOf(output, true),
  })
