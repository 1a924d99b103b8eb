// Amounts in outputs that a wallet gives as CBOR, which CIP-30 uses: the wallet itself knows all its addresses, also those that it has
// made since it was connected.
import { hex } from '@scure/base'
import { paymentCredential } from '../../schema/codecs/address.ts'
import { headAt, itemsAt, membersAt, pairsAt, type Span } from '../../schema/codecs/cbor-spans.ts'

export interface Holdings {
  readonly lovelace: bigint
  /** Quantities in smallest units by asset id. */
  readonly tokens: ReadonlyMap<string, bigint>
}

/** CBOR's types of a natural number, bytes and a list. */
const [NATURAL, BYTES, LIST] = [0, 2, 4]

const naturalAt = (bytes: Uint8Array, at: number): bigint => {
  const { major, argument, end } = headAt(bytes, at)
  if (major !== NATURAL || argument === undefined) throw new SyntaxError('it is not a natural number')
  return end === at + 1 ? BigInt(argument) : BigInt(`0x${hex.encode(bytes.subarray(at + 1, end))}`)
}

const hexAt = (bytes: Uint8Array, at: number): string => {
  const { major, argument, end } = headAt(bytes, at)
  if (major !== BYTES || argument === undefined) throw new SyntaxError('it is not bytes')
  return hex.encode(bytes.subarray(end, end + argument))
}

/** Spans of the address and the value of an output in either form: a list, or a map. */
const partsOf = (bytes: Uint8Array, at: number): readonly [Span | undefined, Span | undefined] => {
  if (headAt(bytes, at).major === LIST) {
    const [address, value] = itemsAt(bytes, at)
    return [address, value]
  }
  const members = membersAt(bytes, at)
  return [members.get(0), members.get(1)]
}

const sumOf = (
  bytes: Uint8Array,
  outputs: readonly Span[],
  isWanted: (address: string) => boolean,
): Holdings => {
  let lovelace = 0n
  const tokens = new Map<string, bigint>()
  for (const output of outputs) {
    const [address, value] = partsOf(bytes, output.start)
    if (address === undefined || value === undefined) throw new SyntaxError('it is not an output')
    if (!isWanted(hexAt(bytes, address.start))) continue
    if (headAt(bytes, value.start).major === NATURAL) {
      lovelace += naturalAt(bytes, value.start)
      continue
    }
    const [coin, assets] = itemsAt(bytes, value.start)
    if (coin === undefined || assets === undefined) throw new SyntaxError('it is not a value')
    lovelace += naturalAt(bytes, coin.start)
    for (const [policy, names] of pairsAt(bytes, assets.start))
      for (const [name, quantity] of pairsAt(bytes, names.start)) {
        const unit = `${hexAt(bytes, policy.start)}.${hexAt(bytes, name.start)}`
        tokens.set(unit, (tokens.get(unit) ?? 0n) + naturalAt(bytes, quantity.start))
      }
  }
  return { lovelace, tokens }
}

export const added = (all: readonly Holdings[]): Holdings => {
  const tokens = new Map<string, bigint>()
  for (const each of all)
    for (const [unit, amount] of each.tokens) tokens.set(unit, (tokens.get(unit) ?? 0n) + amount)
  return { lovelace: all.reduce((sum, each) => sum + each.lovelace, 0n), tokens }
}

/** Amounts in the outputs of CIP-30's `getUtxos`: hex CBOR of a reference and an output each. @throws {Error} if one is malformed */
export const holdingsOf = (items: readonly string[]): Holdings =>
  added(
    items.map((item) => {
      const bytes = hex.decode(item.toLowerCase())
      const [, output] = itemsAt(bytes, 0)
      if (output === undefined) throw new SyntaxError('it is not an unspent output')
      return sumOf(bytes, [output], () => true)
    }),
  )

/** Amounts that a transaction pays to addresses with these payment keys. @throws {Error} if it is malformed */
export const paidTo = (transaction: string, keys: ReadonlySet<string>): Holdings => {
  const bytes = hex.decode(transaction.toLowerCase())
  const outputs = membersAt(bytes, itemsAt(bytes, 0)[0]?.start ?? 0).get(1)
  return sumOf(bytes, outputs === undefined ? [] : itemsAt(bytes, outputs.start), (address) => {
    const credential = paymentCredential(address)
    return credential?.kind === 'key' && keys.has(credential.hash)
  })
}
