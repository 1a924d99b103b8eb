// Finds where the parts of a CBOR item start and end, so these parts can be copied byte for byte. A transaction that is decoded and encoded
// again may have another id, which its signatures do not cover. Items are skipped without decoding and without recursion, since anybody may
// send the bytes.

import { hex } from '@scure/base'
import type { Hex } from '../primitives.ts'
import { BYTES, EMBEDDED, LIST, MAP, SIMPLE, TAG, TEXT, UNSIGNED } from './cbor-write.ts'

/** The end is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface Head {
  /** 0 integer, 1 negative, 2 bytes, 3 text, 4 list, 5 map, 6 tag, 7 simple. */
  readonly major: number
  /** Number, length or tag; undefined for an indefinite length, or a break (major 7). */
  readonly argument: number | undefined
  readonly end: number
}

const SIZES: Readonly<Record<number, number>> = { 24: 1, 25: 2, 26: 4, 27: 8 }

const cut = (): SyntaxError => new SyntaxError('the CBOR is cut off')

/** @throws {SyntaxError} if no item's head is at `at` */
export const headAt = (bytes: Uint8Array, at: number): Head => {
  const initial = bytes[at]
  if (initial === undefined) throw cut()
  const major = initial >> 5
  const info = initial & 0x1f
  if (info < 24) return { major, argument: info, end: at + 1 }
  if (info === 31) {
    if (major < BYTES || major === TAG) throw new SyntaxError('the CBOR is malformed')
    return { major, argument: undefined, end: at + 1 }
  }
  const size = SIZES[info]
  if (size === undefined) throw new SyntaxError('the CBOR is malformed')
  const end = at + 1 + size
  if (end > bytes.length) throw cut()
  return { major, argument: unsigned(bytes.subarray(at + 1, end)), end }
}

/** Big-endian. An eight-byte integer that a double cannot represent is rounded, and exceeds any length. */
const unsigned = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0)

export const isBreak = ({ major, argument }: Head): boolean => major === SIMPLE && argument === undefined

/** States of an open map of indefinite length, instead of the number of missing items. */
const [A_KEY_OR_BREAK, A_VALUE] = [-2, -1]

/** Items that an open item still lacks, after one more was read. */
const afterItem = (waits: number): number =>
  waits === A_KEY_OR_BREAK ? A_VALUE : waits === A_VALUE ? A_KEY_OR_BREAK : waits - 1

/** Items that follow this head within its item. */
const itemsIn = ({ major, argument = Number.POSITIVE_INFINITY }: Head): number => {
  if (major === MAP) return argument === Number.POSITIVE_INFINITY ? A_KEY_OR_BREAK : 2 * argument
  if (major === TAG) return 1
  return major === LIST || argument === Number.POSITIVE_INFINITY ? argument : 0
}

/**
 * Takes time linear in the item's size.
 * @param visit receives each head (or break), the number of open items including the head's own item, and the head's offset
 * @returns the offset after the item
 * @throws {SyntaxError} if the item is malformed or cut off
 */
export const walkItem = (
  bytes: Uint8Array,
  at: number,
  visit?: (head: Head, depth: number, at: number) => void,
): number => {
  const open: number[] = [1]
  let place = at
  while (open.length > 0) {
    const head = headAt(bytes, place)
    visit?.(head, open.length, place)
    const { major, argument } = head
    place = head.end
    const top = open.length - 1
    const waits = open[top] ?? 0
    if (isBreak(head)) {
      if (waits !== Number.POSITIVE_INFINITY && waits !== A_KEY_OR_BREAK)
        throw new SyntaxError('the CBOR is malformed')
      open.pop()
    } else {
      open[top] = afterItem(waits)
      if ((major === BYTES || major === TEXT) && argument !== undefined) place += argument
      if (place > bytes.length) throw cut()
      open.push(itemsIn(head))
    }
    while (open.length > 0 && open[open.length - 1] === 0) open.pop()
  }
  return place
}

/** @throws {SyntaxError} if the item is malformed or cut off */
export const itemEnd = (bytes: Uint8Array, at: number): number => walkItem(bytes, at)

/**
 * A map yields keys and values alternately.
 * @throws {SyntaxError} if there is no list or map
 */
export const itemsAt = (bytes: Uint8Array, at: number): readonly Span[] => {
  const { major, argument, end } = headAt(bytes, at)
  if (major !== LIST && major !== MAP) throw new SyntaxError('the CBOR is not the expected list or map')
  const items: Span[] = []
  const count = argument === undefined ? undefined : major === MAP ? 2 * argument : argument
  for (let start = end; count === undefined ? !isBreak(headAt(bytes, start)) : items.length < count; ) {
    const item = { start, end: itemEnd(bytes, start) }
    items.push(item)
    start = item.end
  }
  return items
}

/** @throws {SyntaxError} if there is no map */
export const pairsAt = (bytes: Uint8Array, at: number): readonly (readonly [key: Span, value: Span])[] => {
  if (headAt(bytes, at).major !== MAP) throw new SyntaxError('it is not a map')
  const items = itemsAt(bytes, at)
  const pairs: [Span, Span][] = []
  for (let index = 0; index < items.length; index += 2) {
    const [key, value] = [items[index], items[index + 1]]
    if (key === undefined || value === undefined) throw new SyntaxError('a key has no value')
    pairs.push([key, value])
  }
  return pairs
}

/**
 * The keys must be natural numbers. If a key occurs twice, its last value counts.
 * @throws {SyntaxError} if there is no such map
 */
export const membersAt = (bytes: Uint8Array, at: number): ReadonlyMap<number, Span> => {
  const members = new Map<number, Span>()
  for (const [key, value] of pairsAt(bytes, at)) {
    const { major, argument } = headAt(bytes, key.start)
    if (major !== UNSIGNED || argument === undefined) throw new SyntaxError('a key is unknown')
    members.set(argument, value)
  }
  return members
}

/** Start of the item after its tags. */
export const untagged = (bytes: Uint8Array, at: number): number => {
  let place = at
  for (;;) {
    const { major, end } = headAt(bytes, place)
    if (major !== TAG) return place
    place = end
  }
}

/** @throws {SyntaxError} if there is no byte string of definite length */
export const bytesAt = (bytes: Uint8Array, at: number): Uint8Array => {
  const { major, argument, end } = headAt(bytes, at)
  if (major !== BYTES || argument === undefined) throw new SyntaxError('the CBOR is not the expected bytes')
  if (end + argument > bytes.length) throw cut()
  return bytes.subarray(end, end + argument)
}

/** @throws {SyntaxError} if there is no byte string of definite length */
export const hexAt = (bytes: Uint8Array, at: number): Hex => hex.encode(bytesAt(bytes, at))

/**
 * An exact integer from 0 to 2^64 - 1.
 * @throws {SyntaxError} if there is no such integer
 */
export const naturalAt = (bytes: Uint8Array, at: number): bigint => {
  const { major, argument, end } = headAt(bytes, at)
  if (major !== UNSIGNED || argument === undefined)
    throw new SyntaxError('the CBOR is not the expected natural number')
  return end - at === 9 ? new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at + 1) : BigInt(argument)
}

/**
 * Bytes with tag 24, which contain CBOR.
 * @throws {SyntaxError} if there are no such bytes
 */
export const embeddedAt = (bytes: Uint8Array, at: number): Uint8Array => {
  const { major, argument, end } = headAt(bytes, at)
  if (major !== TAG || argument !== EMBEDDED)
    throw new SyntaxError('the CBOR is not the expected embedded item')
  return bytesAt(bytes, end)
}

/** @throws {SyntaxError} if the bytes are not exactly one item */
export const wholeItem = <Bytes extends Uint8Array>(bytes: Bytes): Bytes => {
  if (itemEnd(bytes, 0) !== bytes.length) throw new SyntaxError('bytes follow an item')
  return bytes
}

/** @throws {SyntaxError} if the bytes are not exactly one item */
export const itemOfHex = (cbor: Hex): Buffer => {
  const bytes = Buffer.from(cbor, 'hex')
  // Node decodes hex only up to the first invalid character.
  if (2 * bytes.length !== cbor.length) throw new SyntaxError('it is not the hex of whole bytes')
  return wholeItem(bytes)
}
