// Values at and beyond the limits of the ledger and its readers. Integers of a datum have any size, quantities are at most 2^64 - 1, and
// names have at most 32 bytes. Readers accept most of the values, because only accepted values reach further code.

import type { Random } from '../../devnet/actors/random.ts'
import type { Hex } from '../../schema/primitives.ts'

export const MAX_LOVELACE = 45_000_000_000_000_000n

export const MAX_QUANTITY = 2n ** 64n - 1n

export const MAX_MINT = 2n ** 63n - 1n

const AMOUNT_BITS = 63

/** Values that fit into a signed 64-bit column. */
const ACCEPTED: readonly bigint[] = [
  0n,
  1n,
  2n,
  1_000_000n,
  3_000_000n,
  999_999_999n,
  1_000_000_000n,
  1_000_000_001n,
  2n ** 32n,
  2n ** 53n + 1n,
  10n ** 15n,
  MAX_LOVELACE,
  10n ** 18n,
  2n ** 63n - 1n,
]

const REFUSED: readonly bigint[] = [
  -1n,
  -1_000_000n,
  -(2n ** 63n),
  2n ** 63n,
  2n ** 64n - 1n,
  2n ** 64n,
  -(2n ** 64n),
  -(2n ** 64n) - 1n,
  2n ** 127n,
  2n ** 255n,
  2n ** 512n,
  -(2n ** 512n),
]

/** 1 to 2^`bits` - 1. Each length in bits has the same probability. */
export const amountOfAnySize = (random: Random, bits = AMOUNT_BITS): bigint => {
  const length = random.integer(1, bits)
  let amount = 1n
  for (let bit = 1; bit < length; bit += 1) amount = amount * 2n + (random.chance(0.5) ? 1n : 0n)
  return amount
}

export const oddInteger = (random: Random, before: bigint): bigint => {
  const how = random.integer(0, 9)
  if (how < 4) return random.pick(ACCEPTED) ?? 0n
  if (how < 6) return amountOfAnySize(random)
  if (how < 8) return before * (random.pick([-1n, 0n, 2n, 10n, 1_000n, 1_000_000n]) ?? 0n)
  if (how < 9) return before + (random.chance(0.5) ? 1n : -1n)
  return random.pick(REFUSED) ?? 0n
}

const bytesOf = (random: Random, length: number): Hex => {
  let hex = ''
  while (hex.length < length * 2) hex += random.integer(0, 0xffff_ffff).toString(16).padStart(8, '0')
  return hex.slice(0, length * 2)
}

/** Has no known preimage. */
export const anyHash = (random: Random, bytes = 28): Hex => bytesOf(random, bytes)

export const oddBytes = (random: Random, before: Hex): Hex => {
  const how = random.integer(0, 9)
  if (how < 4) return bytesOf(random, before.length / 2)
  if (how < 5) return ''
  if (how < 6) return '00'.repeat(before.length / 2)
  // Invalid UTF-8: lone continuations, an overlong form, a surrogate.
  if (how < 7) return random.pick(['80', 'c080', 'eda080', 'ff'.repeat(28), 'f09f']) ?? ''
  if (how < 8) return `${before}00`
  return bytesOf(random, random.pick([1, 27, 29, 31, 33, 64, 65, 300, 3_000]) ?? 1)
}

export const anyName = (random: Random): Hex =>
  random.pick([
    '',
    '00',
    'ff',
    'eda080',
    'ff'.repeat(32),
    bytesOf(random, 32),
    Buffer.from('{"__proto__":1}').toString('hex'),
    Buffer.from('../%2e%00?&#').toString('hex'),
    Buffer.from('🚀𝕏').toString('hex'),
    ...Array.from({ length: 6 }, () => Buffer.from(`Token${random.integer(0, 999)}`).toString('hex')),
  ]) ?? ''
