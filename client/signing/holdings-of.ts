// Amounts in outputs that a wallet returns as CBOR, by CIP-30. The page asks the wallet for its outputs because the wallet knows all its
// addresses, even those made since the connection.
import { hex } from '@scure/base'
import { paymentCredential } from '../../schema/codecs/address.ts'
import { itemsAt, membersAt } from '../../schema/codecs/cbor-spans.ts'
import { cborBytes, cborInteger, cborList } from '../../schema/codecs/cbor-write.ts'
import { outputAt } from '../../schema/codecs/output-cbor.ts'

export interface Holdings {
  readonly lovelace: bigint
  /** Smallest units by asset id. */
  readonly tokens: ReadonlyMap<string, bigint>
}

export type Output = Pick<ReturnType<typeof outputAt>, 'lovelace' | 'assets'>

export const added = (outputs: readonly Output[]): Holdings => {
  const tokens = new Map<string, bigint>()
  for (const { asset, quantity } of outputs.flatMap(({ assets }) => assets))
    tokens.set(asset, (tokens.get(asset) ?? 0n) + quantity)
  return { lovelace: outputs.reduce((sum, { lovelace }) => sum + lovelace, 0n), tokens }
}

const outputOf = (item: string): Output => {
  const bytes = hex.decode(item.toLowerCase())
  return outputAt(bytes, itemsAt(bytes, 0)[1]?.start ?? bytes.length)
}

/**
 * Each item is the CBOR of an output with its reference, from CIP-30's `getUtxos`.
 * @throws {Error} if an output is malformed
 */
export const holdingsOf = (items: readonly string[]): Holdings => added(items.map(outputOf))

const sizeOf = (item: string, asset: string): readonly (readonly [string, bigint, bigint])[] => {
  try {
    const { lovelace, tokens } = added([outputOf(item)])
    return [[item, tokens.get(asset) ?? 0n, lovelace]]
  } catch {
    return []
  }
}

/** Chooses, of more than `most` outputs in CIP-30's form, those with the most of the asset, then those with the most lovelace. */
export const largest = (items: readonly string[], most: number, asset = ''): readonly string[] =>
  items.length <= most
    ? items
    : items
        .flatMap((item) => sizeOf(item, asset))
        .sort(([, a, x], [, b, y]) => Number(b - a) || Number(y - x))
        .slice(0, most)
        .map(([item]) => item)

const outputsTo = (transaction: string, key: string) => {
  const bytes = hex.decode(transaction.toLowerCase())
  const outputs = membersAt(bytes, itemsAt(bytes, 0)[0]?.start ?? 0).get(1)
  return (outputs === undefined ? [] : itemsAt(bytes, outputs.start))
    .map(({ start, end }, index) => ({
      index,
      cbor: hex.encode(bytes.subarray(start, end)),
      output: outputAt(bytes, start),
    }))
    .filter(({ output: { address } }) => paymentCredential(address)?.hash === key)
}

/** @throws {Error} if the transaction is malformed */
export const paidTo = (transaction: string, key: string): readonly Output[] =>
  outputsTo(transaction, key).map(({ output }) => output)

/**
 * In CIP-30's form.
 * @param id of the transaction
 * @throws {Error} if the transaction is malformed
 */
export const coinsPaidTo = (transaction: string, id: string, key: string): readonly string[] =>
  outputsTo(transaction, key).map(({ index, cbor }) =>
    cborList([cborList([cborBytes(id), cborInteger(index)]), cbor]),
  )
