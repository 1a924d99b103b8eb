// Plutus data in every form of CBOR that the ledger accepts, with a random form for each item. Lengths may be indefinite, integers may be
// bignums, and byte strings may be in chunks. The content stays the same. No library writes such bytes.

import type { Random } from '../../devnet/actors/random.ts'
import type { PlutusData } from '../../schema/codecs/plutus-data.ts'
import type { Hex } from '../../schema/primitives.ts'

/** Maximum bytes of a chunk, by the ledger's rule. */
const MOST_OF_A_CHUNK = 64

/** Share of items in another form than the shortest. */
const WILD = 0.2

/** Any width that fits the argument. */
const head = (random: Random, major: number, argument: bigint): Hex => {
  const widths = [
    { info: 24, digits: 2 },
    { info: 25, digits: 4 },
    { info: 26, digits: 8 },
    { info: 27, digits: 16 },
  ]
  const initial = (info: number): Hex => ((major << 5) | info).toString(16).padStart(2, '0')
  const fits = widths.filter(({ digits }) => argument < 16n ** BigInt(digits))
  if (argument < 24n && !random.chance(WILD)) return initial(Number(argument))
  const chosen = random.chance(WILD) ? random.pick(fits) : fits[0]
  if (chosen === undefined) throw new RangeError(`${argument} does not fit the head of a CBOR item`)
  return initial(chosen.info) + argument.toString(16).padStart(chosen.digits, '0')
}

const writeBytes = (random: Random, bytes: Hex): Hex => {
  const length = bytes.length / 2
  if (length <= MOST_OF_A_CHUNK && !random.chance(WILD / 2)) return head(random, 2, BigInt(length)) + bytes
  let chunks = ''
  for (let at = 0; at < length; ) {
    const size = Math.min(length - at, random.chance(0.7) ? MOST_OF_A_CHUNK : random.integer(1, 64))
    chunks += head(random, 2, BigInt(size)) + bytes.slice(at * 2, (at + size) * 2)
    at += size
  }
  return `5f${chunks}ff`
}

const writeInteger = (random: Random, value: bigint): Hex => {
  const magnitude = value < 0n ? -1n - value : value
  const isSmall = magnitude < 2n ** 64n
  if (isSmall && !random.chance(WILD / 2)) return head(random, value < 0n ? 1 : 0, magnitude)
  const digits = magnitude === 0n ? '' : magnitude.toString(16)
  const whole = digits.length % 2 === 0 ? digits : `0${digits}`
  const padded = random.chance(WILD) ? `0000${whole}` : whole
  return (value < 0n ? 'c3' : 'c2') + writeBytes(random, padded)
}

const writeItems = (random: Random, items: readonly PlutusData[]): Hex => {
  const body = items.map((item) => writeWildly(random, item)).join('')
  return random.chance(0.5) ? `9f${body}ff` : head(random, 4, BigInt(items.length)) + body
}

export const writeWildly = (random: Random, data: PlutusData): Hex => {
  if (typeof data === 'bigint') return writeInteger(random, data)
  if (typeof data === 'string') return writeBytes(random, data)
  if ('fields' in data) {
    const fields = writeItems(random, data.fields)
    const number = BigInt(data.constructor)
    // The ledger accepts the long form for any constructor number, and some libraries write it.
    if (number >= 128n || random.chance(WILD / 4)) return `d86682${head(random, 0, number)}${fields}`
    return head(random, 6, number < 7n ? 121n + number : 1_273n + number) + fields
  }
  if ('pairs' in data) {
    const body = data.pairs.map(([key, value]) => writeWildly(random, key) + writeWildly(random, value))
    return head(random, 5, BigInt(data.pairs.length)) + body.join('')
  }
  return writeItems(random, data)
}
