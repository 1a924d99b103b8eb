// Writes CBOR from parts (RFC 8949), with definite lengths and heads of minimum length. The functions return hex, so existing parts keep
// their bytes.
import type { Hex } from '../primitives.ts'

/** Major types: the first three bits of an item. */
export const [UNSIGNED, NEGATIVE, BYTES, TEXT, LIST, MAP, TAG, SIMPLE] = [0, 1, 2, 3, 4, 5, 6, 7]

/** The argument is a number, length or tag below 2^64. */
export const cborHead = (major: number, argument: number | bigint): Hex => {
  const first = (info: number): Hex => ((major << 5) | info).toString(16).padStart(2, '0')
  if (argument < 24) return first(Number(argument))
  const digits = argument.toString(16)
  const size = digits.length <= 2 ? 0 : digits.length <= 4 ? 1 : digits.length <= 8 ? 2 : 3
  return first(24 + size) + digits.padStart(2 << size, '0')
}

/** The magnitude is below 2^64. */
export const cborInteger = (value: number | bigint): Hex =>
  value < 0 ? cborHead(NEGATIVE, -1n - BigInt(value)) : cborHead(UNSIGNED, value)

export const cborBytes = (hex: Hex): Hex => cborHead(BYTES, hex.length / 2) + hex

/** The list's items must follow. */
export const cborListHead = (length: number): Hex => cborHead(LIST, length)

/** @param items CBOR of each item */
export const cborList = (items: readonly Hex[]): Hex => cborListHead(items.length) + items.join('')

/** @param members key and value of each member, as CBOR */
export const cborMap = (members: readonly (readonly [Hex, Hex])[]): Hex =>
  cborHead(MAP, members.length) + members.map(([key, value]) => key + value).join('')

/** Tag of bytes that contain CBOR. */
export const EMBEDDED = 24

export const cborEmbedded = (cbor: Hex): Hex => cborHead(TAG, EMBEDDED) + cborBytes(cbor)
