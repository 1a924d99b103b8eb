// A number for the whole state of the read models: the sum of 64-bit hashes of all rows of all tables. A sum does not depend on the order
// of rows, and it is updated with each changed row. So a commit takes the same time for a large database as for a small one. A scan of all
// tables must give the same number. The digest detects faults, but not manipulation, since the hash is fast and not cryptographic.
import type { Stored } from './column.ts'

/** Two 32-bit lanes, each summed modulo 2^32. */
export class Digest {
  #high = 0
  #low = 0

  static parse(hex: string): Digest {
    const digest = new Digest()
    digest.#high = Number.parseInt(hex.slice(0, 8), 16)
    digest.#low = Number.parseInt(hex.slice(8), 16)
    return digest
  }

  static sum(parts: Iterable<Digest>): Digest {
    const sum = new Digest()
    for (const part of parts) sum.add({ high: part.#high, low: part.#low })
    return sum
  }

  add(hash: RowHash): void {
    this.#high = (this.#high + hash.high) >>> 0
    this.#low = (this.#low + hash.low) >>> 0
  }

  subtract(hash: RowHash): void {
    this.#high = (this.#high - hash.high) >>> 0
    this.#low = (this.#low - hash.low) >>> 0
  }

  toString(): string {
    return this.#high.toString(16).padStart(8, '0') + this.#low.toString(16).padStart(8, '0')
  }
}

export interface RowHash {
  high: number
  low: number
}

/** A result is valid until the next call, so the caller must add it at once. */
export class RowHasher {
  readonly #seed: RowHash
  readonly #hash: RowHash = { high: 0, low: 0 }

  /** @param table name without the generation, so that all generations hash alike */
  constructor(table: string) {
    this.#hash = { high: 0x9e3779b9, low: 0x85ebca6b }
    this.#string(table)
    this.#seed = { ...this.#hash }
  }

  /** @param row in the order of the table's columns */
  hash(row: readonly Stored[]): RowHash {
    this.#hash.high = this.#seed.high
    this.#hash.low = this.#seed.low
    for (let index = 0; index < row.length; index++) this.#value(row[index] ?? null)
    this.#finish()
    return this.#hash
  }

  #value(value: Stored): void {
    if (value === null) this.#word(0x6e756c6c)
    else if (typeof value === 'number') this.#number(value)
    else if (typeof value === 'bigint') {
      // A bigint hashes like the equal number, so the hash does not depend on how the column is read.
      const double = Number(value)
      if (Number.isSafeInteger(double)) {
        this.#number(double)
        return
      }
      this.#word(1)
      this.#word(Number(BigInt.asIntN(32, value >> 32n)))
      this.#word(Number(BigInt.asIntN(32, value)))
    } else if (typeof value === 'string') this.#string(value)
    else this.#bytes(value)
  }

  #number(value: number): void {
    this.#word(1)
    this.#word(Math.floor(value / 0x1_0000_0000) | 0)
    this.#word(value | 0)
  }

  #string(value: string): void {
    this.#word(0x73000000 ^ value.length)
    for (let at = 0; at < value.length; at += 2)
      this.#word(value.charCodeAt(at) | ((at + 1 < value.length ? value.charCodeAt(at + 1) : 0) << 16))
  }

  #bytes(value: Buffer): void {
    this.#word(0x62000000 ^ value.length)
    const whole = value.length & ~3
    for (let at = 0; at < whole; at += 4)
      this.#word(
        (value[at] ?? 0) |
          ((value[at + 1] ?? 0) << 8) |
          ((value[at + 2] ?? 0) << 16) |
          ((value[at + 3] ?? 0) << 24),
      )
    let rest = 0
    for (let at = whole; at < value.length; at++) rest = (rest << 8) | (value[at] ?? 0)
    this.#word(rest)
  }

  /** Mixes a word into two multiply-rotate-multiply lanes with different constants. */
  #word(word: number): void {
    let high = Math.imul(word, 0xcc9e2d51)
    high = (high << 15) | (high >>> 17)
    this.#hash.high = (Math.imul(this.#hash.high ^ Math.imul(high, 0x1b873593), 5) + 0xe6546b64) | 0
    let low = Math.imul(word ^ 0x27d4eb2f, 0x165667b1)
    low = (low << 13) | (low >>> 19)
    this.#hash.low = Math.imul((this.#hash.low ^ low) + 0x9e3779b1, 0x85ebca77)
    this.#hash.low ^= this.#hash.low >>> 15
  }

  #finish(): void {
    const { high, low } = this.#hash
    this.#hash.high = mix(high ^ Math.imul(low, 0x9e3779b1))
    this.#hash.low = mix(low ^ Math.imul(high, 0x7feb352d))
  }
}

/** Every bit of the word affects all bits of the result. */
const mix = (value: number): number => {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
