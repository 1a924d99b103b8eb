// The project's compact binary form for data stored in bulk: raw bytes, integers as LEB128 varints, and assets as policy, name and
// quantity. The form contains no version. Code that stores such bytes must store a version beside the bytes.
import type { Hex } from '../primitives.ts'

/** Largest integer in twenty bytes of seven bits each. Every integer of the ledger is far smaller. */
const MAX_AMOUNT = (1n << 140n) - 1n

/** A bigint up to this limit is first converted to a number, which is faster. */
const SAFE_BITS = (1n << 52n) - 1n

/** Value of a hex digit by its character code; -1 for any other character. */
const HEX_DIGITS = new Int8Array(128).fill(-1)
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  HEX_DIGITS[digit.charCodeAt(0)] = value
  HEX_DIGITS[digit.toUpperCase().charCodeAt(0)] = value
}

/** Hex is written digit by digit up to this number of bytes. A call of Buffer's own method takes as long as writing about 60 bytes. */
const SHORT = 64

/** One writer can be reused. */
export class BinaryWriter {
  #buffer = Buffer.allocUnsafe(1 << 16)
  #length = 0
  /** Index by hex of each byte string that `shared` wrote. */
  #shared = new Map<Hex, number>()

  reset(): void {
    this.#length = 0
    // V8 may keep the entries of a cleared map in memory until the next full garbage collection, so a new map is made.
    if (this.#shared.size > 0) this.#shared = new Map()
  }

  /** A copy of the written bytes. */
  result(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length))
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }

  /** @throws {RangeError} if the value is not an integer from 0 to 2^53 - 1 */
  count(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not a count`)
    this.#reserve(8)
    let rest = value
    while (rest >= 0x80) {
      this.#buffer[this.#length++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#buffer[this.#length++] = rest
  }

  /** @throws {RangeError} if the value is not from 0 to 2^140 - 1 */
  amount(value: bigint): void {
    if (value < 0n || value > MAX_AMOUNT) throw new RangeError(`${value} is not an amount`)
    let rest = value
    this.#reserve(20)
    while (rest > SAFE_BITS) {
      this.#buffer[this.#length++] = Number(rest & 0x7fn) | 0x80
      rest >>= 7n
    }
    this.count(Number(rest))
  }

  /** The lowest bit marks negative integers. */
  signed(value: bigint): void {
    this.amount(value < 0n ? ((-value - 1n) << 1n) | 1n : value << 1n)
  }

  /** @throws {RangeError} if the text is not hex of this number of bytes */
  fixed(hex: Hex, bytes: number): void {
    this.#reserve(bytes)
    const isWritten =
      hex.length === bytes * 2 &&
      (bytes <= SHORT ? this.#writeShort(hex) : this.#buffer.write(hex, this.#length, bytes, 'hex') === bytes)
    if (!isWritten) throw new RangeError(`expected ${bytes} bytes of hex, got "${hex.slice(0, 80)}"`)
    this.#length += bytes
  }

  /** @returns whether the text is hex */
  #writeShort(hex: Hex): boolean {
    const buffer = this.#buffer
    let to = this.#length
    let digits = 0
    for (let at = 0; at < hex.length; at += 2) {
      const high = HEX_DIGITS[hex.charCodeAt(at)] ?? -1
      const low = HEX_DIGITS[hex.charCodeAt(at + 1)] ?? -1
      digits |= high | low
      buffer[to++] = (high << 4) | low
    }
    return digits >= 0
  }

  bytes(hex: Hex): void {
    this.count(hex.length / 2)
    this.fixed(hex, hex.length / 2)
  }

  /** Writes bytes that probably repeat: with their length the first time, and later as their index. */
  shared(hex: Hex): void {
    const place = this.#shared.get(hex)
    if (place !== undefined) {
      this.count(place + 1)
      return
    }
    this.#shared.set(hex, this.#shared.size)
    this.count(0)
    this.bytes(hex)
  }

  /** Copies bytes unchanged and without their length. */
  copy(from: Buffer, start: number, end: number): void {
    this.#reserve(end - start)
    const buffer = this.#buffer
    let to = this.#length
    for (let at = start; at < end; at++) buffer[to++] = from[at] ?? 0
    this.#length = to
  }

  text(value: string): void {
    const bytes = Buffer.byteLength(value)
    this.count(bytes)
    this.#reserve(bytes)
    this.#length += this.#buffer.write(value, this.#length)
  }
}

/**
 * Every method throws a RangeError past the end. Returned hex is a slice that keeps the hex of the whole buffer in memory, so copy a value
 * that outlives the buffer.
 */
export class BinaryReader {
  #at = 0
  /** Hex of the whole buffer. A conversion of each part would take as long as that of a thousand bytes. */
  #hex: Hex | undefined
  /** Start and length of each byte string that `shared` wrote. */
  readonly #sharedAt: number[] = []
  readonly #sharedBytes: number[] = []
  /** Undefined until it is read. */
  readonly #sharedHex: (Hex | undefined)[] = []
  readonly buffer: Buffer

  constructor(buffer: Buffer) {
    this.buffer = buffer
  }

  get done(): boolean {
    return this.#at === this.buffer.length
  }

  count(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.buffer[this.#at++]
      if (byte === undefined) throw new RangeError('the payload is cut')
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 0x80
    }
  }

  /**
   * Each item has at least one byte, so a damaged length cannot cause a large allocation.
   * @throws {RangeError} if fewer bytes are left
   */
  listLength(): number {
    const length = this.count()
    if (length > this.buffer.length - this.#at) throw new RangeError('the payload is cut')
    return length
  }

  amount(): bigint {
    const start = this.#at
    while ((this.buffer[this.#at] ?? 0) >= 0x80) this.#at++
    const last = this.#at
    this.#at = start
    // Seven bytes hold 49 bits, which a double represents exactly.
    if (last - start < 7) return BigInt(this.count())
    this.#at = last + 1
    let value = 0n
    for (let at = last; at >= start; at--) value = (value << 7n) | BigInt((this.buffer[at] ?? 0) & 0x7f)
    return value
  }

  signed(): bigint {
    const value = this.amount()
    return (value & 1n) === 0n ? value >> 1n : -(value >> 1n) - 1n
  }

  /** @returns the offset of the first skipped byte */
  skip(bytes: number): number {
    const start = this.#at
    this.#at += bytes
    if (this.#at > this.buffer.length) throw new RangeError('the payload is cut')
    return start
  }

  fixed(bytes: number): Hex {
    return this.#hexAt(this.skip(bytes), bytes)
  }

  #hexAt(start: number, bytes: number): Hex {
    this.#hex ??= this.buffer.toString('hex')
    return this.#hex.slice(2 * start, 2 * (start + bytes))
  }

  bytes(): Hex {
    return this.fixed(this.count())
  }

  /** @see BinaryWriter.shared */
  shared(): Hex {
    const place = this.sharedPlace()
    const known = this.#sharedHex[place]
    if (known !== undefined) return known
    const { start, bytes } = this.sharedAt(place)
    const hex = this.#hexAt(start, bytes)
    this.#sharedHex[place] = hex
    return hex
  }

  /** @returns the index among the shared byte strings, from 0 */
  sharedPlace(): number {
    const place = this.count() - 1
    if (place === -1) {
      const bytes = this.count()
      this.#sharedBytes.push(bytes)
      return this.#sharedAt.push(this.skip(bytes)) - 1
    }
    if (place >= this.#sharedAt.length) throw new RangeError('the payload refers to bytes it does not have')
    return place
  }

  sharedAt(place: number): { readonly start: number; readonly bytes: number } {
    return { start: this.#sharedAt[place] ?? 0, bytes: this.#sharedBytes[place] ?? 0 }
  }

  /**
   * The amount may be signed.
   * @returns the offset of its first byte; the reader's position is the end of the amount
   */
  skipAmount(): number {
    const start = this.#at
    while ((this.buffer[this.#at] ?? 0) >= 0x80) this.#at++
    this.skip(1)
    return start
  }

  get at(): number {
    return this.#at
  }

  text(): string {
    const length = this.count()
    const start = this.#at
    this.#at += length
    if (this.#at > this.buffer.length) throw new RangeError('the payload is cut')
    return this.buffer.toString('utf8', start, this.#at)
  }
}
