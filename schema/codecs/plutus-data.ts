// Plutus data as values, with a reader and writer of its CBOR. During a sync, every datum of a known script is read here. So the reader is
// small, works on one buffer, and returns `undefined` instead of throwing for invalid input. `PlutusData.fromCbor` of @cardano-sdk/core
// takes more than 100 times as long. The reader refuses trailing bytes, cut-off input, nesting deeper than MAX_DEPTH, and anything that is
// not Plutus data. Memory is proportional to the input, whatever lengths the input states. Definite and indefinite forms have equal values.
import type { Hex } from '../primitives.ts'
import { type Head, headAt, isBreak, itemOfHex, walkItem } from './cbor-spans.ts'
import {
  BYTES,
  cborBytes,
  cborHead,
  cborInteger,
  cborList,
  cborMap,
  LIST,
  MAP,
  NEGATIVE,
  TAG,
  UNSIGNED,
} from './cbor-write.ts'

/** An integer, bytes in hex, a list, a constructor with fields, or a map. */
export type PlutusData = bigint | Hex | readonly PlutusData[] | PlutusConstructor | PlutusMap

export interface PlutusConstructor {
  readonly constructor: number
  readonly fields: readonly PlutusData[]
}

/** In the written order. Keys may repeat. */
interface PlutusMap {
  readonly pairs: readonly (readonly [PlutusData, PlutusData])[]
}

/**
 * Definite or indefinite lengths of lists and fields. Bytes and datum hashes of the two encodings differ, but validators see equal values.
 * An empty list is `80` in both.
 */
export type PlutusStyle = 'definite' | 'indefinite'

/** Data of the launchpad's scripts has at most depth ten. */
export const MAX_DEPTH = 256

/** The ledger's limit of a byte string. Longer strings are written in chunks of this length. */
const CHUNK_BYTES = 64

/** Heads of the indefinite forms, and the byte that ends such a form. */
const BYTES_OPEN = 0x5f
const LIST_OPEN = 0x9f
const MAP_OPEN = 0xbf
const BREAK = 0xff

/** `undefined` if the bytes are not exactly one datum. */
export const decodePlutusData = (hex: Hex): PlutusData | undefined => {
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.length === 0 || bytes.length * 2 !== hex.length) return undefined
  const reader = new Reader(bytes)
  const data = reader.data(MAX_DEPTH)
  return reader.atEnd() ? data : undefined
}

/** Tag of a constructor that is a list of its number and its fields. */
const GENERAL = 102

/** The constructors 0 to 127. The constructor's fields follow such a tag directly. */
const isConstructorTag = (tag: number): boolean => (tag >= 121 && tag <= 127) || (tag >= 1280 && tag <= 1400)

/** Whether the byte string, or each of its chunks, is within the ledger's limit. */
const isBounded = (bytes: Buffer, at: number): boolean => {
  const { major, argument, end } = headAt(bytes, at)
  if (major !== BYTES) return false
  if (argument !== undefined) return argument <= CHUNK_BYTES
  for (let place = end; ; ) {
    const chunk = headAt(bytes, place)
    if (isBreak(chunk)) return true
    if (chunk.major !== BYTES || chunk.argument === undefined || chunk.argument > CHUNK_BYTES) return false
    place = chunk.end + chunk.argument
  }
}

/** For byte strings and tags, bytes after the head decide, too. */
const isPlutusHead = (bytes: Buffer, { major, argument, end }: Head, at: number): boolean => {
  if (major === UNSIGNED || major === NEGATIVE || major === LIST || major === MAP) return true
  if (major === BYTES) return isBounded(bytes, at)
  if (major !== TAG || argument === undefined) return false
  if (argument === 2 || argument === 3) return isBounded(bytes, end)
  const list = headAt(bytes, end)
  if (isConstructorTag(argument)) return list.major === LIST
  if (argument !== GENERAL || list.major !== LIST || (list.argument ?? 2) !== 2) return false
  const alternative = headAt(bytes, list.end)
  return alternative.major === UNSIGNED && headAt(bytes, alternative.end).major === LIST
}

/**
 * Whether the ledger accepts the hex as one datum of any depth (`decodeData` of plutus-core's `PlutusCore.Data`). A string or each of its
 * chunks, even of a large integer, has at most 64 bytes. Takes time linear in the length, and does not recurse.
 */
export const isPlutusData = (hex: Hex): boolean => {
  try {
    const bytes = itemOfHex(hex)
    // Unfinished lists of indefinite length after tag 102: the depth of the list's items, and the number of items read.
    const general: { readonly depth: number; items: number }[] = []
    let isData = true
    walkItem(bytes, 0, (head, depth, at) => {
      const last = general.at(-1)
      if (last?.depth === depth) {
        if (!isBreak(head)) last.items += 1
        else if (general.pop()?.items !== 2) isData = false
      }
      if (!isBreak(head) && !isPlutusHead(bytes, head, at)) isData = false
      if (head.major === TAG && head.argument === GENERAL && headAt(bytes, head.end).argument === undefined)
        general.push({ depth: depth + 2, items: 0 })
    })
    return isData
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** Maps have definite lengths; constructors and lists follow `style`. */
export const encodePlutusData = (data: PlutusData, style: PlutusStyle): Hex => {
  if (typeof data === 'bigint') return encodeInteger(data)
  if (typeof data === 'string') return encodeBytes(data)
  if ('fields' in data) return encodeConstructor(data, style)
  if ('pairs' in data) return encodeMap(data, style)
  return encodeList(data, style)
}

const encodeList = (items: readonly PlutusData[], style: PlutusStyle): Hex => {
  const written = items.map((item) => encodePlutusData(item, style))
  return style === 'indefinite' && items.length > 0 ? `9f${written.join('')}ff` : cborList(written)
}

const encodeMap = ({ pairs }: PlutusMap, style: PlutusStyle): Hex =>
  cborMap(pairs.map(([key, value]) => [encodePlutusData(key, style), encodePlutusData(value, style)]))

const encodeConstructor = (
  { constructor: alternative, fields: data }: PlutusConstructor,
  style: PlutusStyle,
): Hex => {
  const fields = encodeList(data, style)
  if (alternative < 7) return cborHead(TAG, 121 + alternative) + fields
  if (alternative < 128) return cborHead(TAG, 1280 - 7 + alternative) + fields
  return cborHead(TAG, GENERAL) + cborList([cborInteger(alternative), fields])
}

const encodeInteger = (value: bigint): Hex => {
  const magnitude = value < 0n ? -1n - value : value
  if (magnitude < 1n << 64n) return cborInteger(value)
  const digits = magnitude.toString(16)
  return (value < 0n ? 'c3' : 'c2') + encodeBytes(digits.length % 2 === 0 ? digits : `0${digits}`)
}

const encodeBytes = (bytes: Hex): Hex => {
  const width = CHUNK_BYTES * 2
  if (bytes.length <= width) return cborBytes(bytes)
  let chunks = ''
  for (let at = 0; at < bytes.length; at += width) chunks += cborBytes(bytes.slice(at, at + width))
  return `5f${chunks}ff`
}

/** After a method has returned `undefined` the cursor must not be used. */
class Reader {
  #at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  atEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  data(depth: number): PlutusData | undefined {
    const initial = this.#bytes[this.#at]
    if (initial === undefined) return undefined
    switch (initial >> 5) {
      case 0:
        return this.#argument()
      case 1: {
        const argument = this.#argument()
        return argument === undefined ? undefined : -1n - argument
      }
      case 2:
        return this.#byteString()
      case 4:
        return this.#list(depth)
      case 5:
        return this.#map(depth)
      case 6:
        return this.#tagged(depth)
      default:
        return undefined
    }
  }

  /** The argument is an exact integer. */
  #argument(): bigint | undefined {
    const initial = this.#bytes[this.#at]
    if (initial === undefined) return undefined
    if ((initial & 0x1f) === 27) {
      if (this.#at + 9 > this.#bytes.length) return undefined
      this.#at += 9
      return this.#bytes.readBigUInt64BE(this.#at - 8)
    }
    const small = this.#smallArgument(initial)
    return small === undefined ? undefined : BigInt(small)
  }

  /** Larger counts and tags than safe integers are refused. */
  #count(major: number): number | undefined {
    const initial = this.#bytes[this.#at]
    return initial !== undefined && initial >> 5 === major ? this.#smallArgument(initial) : undefined
  }

  #smallArgument(initial: number): number | undefined {
    const bytes = this.#bytes
    const at = this.#at
    const info = initial & 0x1f
    if (info < 24) {
      this.#at = at + 1
      return info
    }
    if (info > 27) return undefined
    const width = 1 << (info - 24)
    if (at + 1 + width > bytes.length) return undefined
    this.#at = at + 1 + width
    if (width === 1) return bytes.readUInt8(at + 1)
    if (width === 2) return bytes.readUInt16BE(at + 1)
    if (width === 4) return bytes.readUInt32BE(at + 1)
    const high = bytes.readUInt32BE(at + 1)
    return high < 0x200000 ? high * 0x100000000 + bytes.readUInt32BE(at + 5) : undefined
  }

  /** @returns whether the byte was next */
  #take(byte: number): boolean {
    if (this.#bytes[this.#at] !== byte) return false
    this.#at += 1
    return true
  }

  #byteString(): Hex | undefined {
    if (!this.#take(BYTES_OPEN)) return this.#chunk()
    const chunks: Hex[] = []
    while (!this.#take(BREAK)) {
      const chunk = this.#chunk()
      if (chunk === undefined) return undefined
      chunks.push(chunk)
    }
    return chunks.join('')
  }

  #chunk(): Hex | undefined {
    const length = this.#count(2)
    if (length === undefined || this.#at + length > this.#bytes.length) return undefined
    const start = this.#at
    this.#at = start + length
    return this.#bytes.toString('hex', start, this.#at)
  }

  #list(depth: number): readonly PlutusData[] | undefined {
    if (depth === 0) return undefined
    const open = this.#take(LIST_OPEN)
    const count = open ? 0 : this.#count(4)
    if (count === undefined) return undefined
    const items: PlutusData[] = []
    while (open ? !this.#take(BREAK) : items.length < count) {
      const item = this.data(depth - 1)
      if (item === undefined) return undefined
      items.push(item)
    }
    return items
  }

  #map(depth: number): PlutusMap | undefined {
    if (depth === 0) return undefined
    const open = this.#take(MAP_OPEN)
    const count = open ? 0 : this.#count(5)
    if (count === undefined) return undefined
    const pairs: [PlutusData, PlutusData][] = []
    while (open ? !this.#take(BREAK) : pairs.length < count) {
      const key = this.data(depth - 1)
      const value = key === undefined ? undefined : this.data(depth - 1)
      if (key === undefined || value === undefined) return undefined
      pairs.push([key, value])
    }
    return { pairs }
  }

  #tagged(depth: number): PlutusData | undefined {
    const tag = this.#count(6)
    if (tag === undefined) return undefined
    if (tag >= 121 && tag <= 127) return this.#constructed(tag - 121, depth)
    if (tag >= 1280 && tag <= 1400) return this.#constructed(tag - 1280 + 7, depth)
    if (tag === GENERAL) return this.#generalConstructor(depth)
    if (tag === 2 || tag === 3) return this.#bigInteger(tag === 3)
    return undefined
  }

  #constructed(alternative: number, depth: number): PlutusConstructor | undefined {
    const fields = this.#list(depth)
    return fields === undefined ? undefined : { constructor: alternative, fields }
  }

  /** A list of two items: the constructor's number and its fields. */
  #generalConstructor(depth: number): PlutusConstructor | undefined {
    const open = this.#take(LIST_OPEN)
    if (!open && !this.#take(0x82)) return undefined
    const alternative = this.#count(0)
    if (alternative === undefined) return undefined
    const data = this.#constructed(alternative, depth)
    return !open || this.#take(BREAK) ? data : undefined
  }

  #bigInteger(negative: boolean): bigint | undefined {
    const digits = this.#byteString()
    if (digits === undefined) return undefined
    const magnitude = digits === '' ? 0n : BigInt(`0x${digits}`)
    return negative ? -1n - magnitude : magnitude
  }
}
