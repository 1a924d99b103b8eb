// CBOR that a client of the transaction builder may send: deeply nested, large, truncated or altered. Outputs have amounts, indexes and
// addresses at and beyond the ledger's limits.

import type { Random } from '../../devnet/actors/random.ts'
import {
  cborBytes,
  cborEmbedded,
  cborInteger,
  cborList,
  cborListHead,
  cborMap,
} from '../../schema/codecs/cbor-write.ts'
import type { Hex } from '../../schema/primitives.ts'

const LEVELS: readonly (readonly [open: Hex, close: Hex])[] = [
  ['81', ''],
  ['9f', 'ff'],
  ['a100', ''],
  ['a1', '00'],
  ['d87981', ''],
  ['d8799f', 'ff'],
  ['c2', ''],
  ['820181', ''],
  ['d818', ''],
]

/** Most sizes fit into a transaction. */
const sizeOf = (random: Random): number =>
  random.chance(0.05) ? random.integer(16_384, 400_000) : random.integer(1, random.chance(0.3) ? 15_000 : 300)

const randomBytes = (random: Random, count: number): Hex => {
  let written = ''
  while (written.length < 2 * count)
    written += random
      .integer(0, 2 ** 48 - 1)
      .toString(16)
      .padStart(12, '0')
  return written.slice(0, 2 * count)
}

const nested = (random: Random): Hex => {
  const [open, close] = random.pick(LEVELS) ?? ['81', '']
  const levels = Math.ceil((2 * sizeOf(random)) / (open.length + close.length))
  return `${open.repeat(levels)}00${close.repeat(levels)}`
}

export const hostileItem = (random: Random): Hex =>
  random.pick<() => Hex>([
    () => nested(random),
    () => nested(random),
    () => {
      const count = sizeOf(random)
      return `${cborListHead(count)}${'00'.repeat(count)}`
    },
    () => `c2${cborBytes('ff'.repeat(sizeOf(random)))}`,
    () => cborBytes(randomBytes(random, sizeOf(random))),
    () => 'd87980',
  ])?.() ?? '00'

/** Truncates or repeats hex, alters digits, or replaces it by other text. */
export const spoilHex = (random: Random, hex: Hex): Hex => {
  const at = random.integer(0, Math.max(0, hex.length - 1))
  return (
    random.pick<() => Hex>([
      () => hex.slice(0, at),
      () => hex.slice(0, at) + random.integer(0, 15).toString(16) + hex.slice(at + 1),
      () => hex.slice(0, at) + randomBytes(random, random.integer(1, 8)) + hex.slice(at),
      () => hex + randomBytes(random, random.integer(1, 4)),
      () => hex.slice(at),
      () => hex.slice(0, at - (at % 2)) + hostileItem(random) + hex.slice(at - (at % 2)),
      () => randomBytes(random, random.integer(0, 200)),
      () => 'not hex',
    ])?.() ?? hex
  )
}

const AMOUNTS = [
  0n,
  1n,
  999_999n,
  1_000_000n,
  5_000_000n,
  100_000_000n,
  45_000_000_000_000_000n,
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n - 1n,
]

const amount = (random: Random): Hex =>
  random.chance(0.04) ? 'c249010000000000000000' : cborInteger(random.pick(AMOUNTS) ?? 0n)

const INDEXES = [0, 1, 255, 65_535, 65_536, 2 ** 32, 2 ** 53, -1]

/** Every type of CIP-19, undefined types, and wrong lengths. */
const address = (random: Random, own: Hex): Hex => {
  if (random.chance(0.7)) return own
  const header = random.integer(0, 255).toString(16).padStart(2, '0')
  return random.chance(0.8)
    ? header + own.slice(2, random.pick([58, 114, 66]))
    : spoilHex(random, own).slice(0, 240)
}

const tokens = (random: Random): Hex =>
  cborMap(
    Array.from({ length: random.integer(0, 3) }, () => [
      cborBytes(randomBytes(random, random.chance(0.9) ? 28 : random.integer(0, 40))),
      cborMap(
        Array.from({ length: random.integer(0, random.chance(0.1) ? 80 : 3) }, () => [
          cborBytes(randomBytes(random, random.chance(0.9) ? random.integer(0, 32) : 33)),
          amount(random),
        ]),
      ),
    ]),
  )

const embedded = (random: Random): Hex =>
  random.chance(0.9) ? cborEmbedded(hostileItem(random)) : hostileItem(random)

/**
 * Is on no chain.
 * @param own raw bytes of the caller's address
 */
export const hostileUnspent = (random: Random, own: Hex): Hex => {
  const members: [Hex, Hex][] = [
    [
      '00',
      cborBytes(
        address(random, own)
          .replace(/[^0-9a-f]/g, '0')
          .replace(/^(.(?:..)*)$/, '$10'),
      ),
    ],
    ['01', random.chance(0.5) ? amount(random) : cborList([amount(random), tokens(random)])],
  ]
  if (random.chance(0.6)) members.push(['02', cborList(['01', embedded(random)])])
  else if (random.chance(0.2)) members.push(['02', cborList(['00', cborBytes(randomBytes(random, 32))])])
  if (random.chance(0.2)) {
    const language = random.integer(0, 4)
    const script =
      language === 0 ? hostileItem(random) : cborBytes(randomBytes(random, random.integer(0, 100)))
    members.push(['03', cborEmbedded(cborList([cborInteger(language), script]))])
  }
  const reference = cborList([
    cborBytes(randomBytes(random, random.chance(0.95) ? 32 : 31)),
    cborInteger(random.pick(INDEXES) ?? 0),
  ])
  const written = cborList([reference, cborMap(members)])
  return random.chance(0.1) ? spoilHex(random, written) : written
}
