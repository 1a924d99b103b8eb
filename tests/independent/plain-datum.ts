// Reads datums as plain values, in every form of CBOR (RFC 8949) that the ledger accepts for them. Libraries are not used, because their
// decoders need a millisecond per datum.
import assert from 'node:assert/strict'
import type { RawOutput } from '../hostile/raw-ledger.ts'

/** A map is a list of keys and values in turn. */
export type Plain = bigint | string | readonly Plain[]

const BREAK = 0xff

class Reader {
  #at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  read(): Plain {
    const head = this.#byte()
    const [major, short] = [head >> 5, head & 31]
    if (short === 31) {
      assert.ok(major === 2 || major === 4 || major === 5, `a datum with the byte ${head}`)
      const items = this.#untilBreak()
      return major === 2 ? items.join('') : items
    }
    const argument = this.#argument(short)
    if (major === 0) return argument
    if (major === 1) return -1n - argument
    if (major === 2) return this.#take(Number(argument)).toString('hex')
    if (major === 4) return this.#items(Number(argument))
    if (major === 5) return this.#items(2 * Number(argument))
    assert.ok(major === 6, `a datum with the byte ${head}`)
    return this.#tagged(Number(argument))
  }

  #tagged(tag: number): Plain {
    const value = this.read()
    if (tag === 2) return BigInt(`0x0${value}`)
    if (tag === 3) return -1n - BigInt(`0x0${value}`)
    // Tag 102 has a list of the constructor's number and fields.
    if (tag === 102) return fieldsAt(Array.isArray(value) ? value : [], 1)
    assert.ok((tag >= 121 && tag <= 127) || (tag >= 1280 && tag <= 1400), `a datum with the tag ${tag}`)
    return value
  }

  #argument(short: number): bigint {
    if (short < 24) return BigInt(short)
    assert.ok(short < 28, 'an argument of up to eight bytes')
    return BigInt(`0x${this.#take(2 ** (short - 24)).toString('hex')}`)
  }

  #items(count: number): Plain[] {
    return Array.from({ length: count }, () => this.read())
  }

  #untilBreak(): Plain[] {
    const items: Plain[] = []
    while (this.#bytes[this.#at] !== BREAK) items.push(this.read())
    this.#at++
    return items
  }

  #byte(): number {
    return this.#bytes[this.#at++] ?? assert.fail('a datum ends early')
  }

  #take(count: number): Buffer {
    this.#at += count
    assert.ok(this.#at <= this.#bytes.length, 'a datum ends early')
    return this.#bytes.subarray(this.#at - count, this.#at)
  }
}

export const fieldsOf = (cbor: string): readonly Plain[] => {
  const reader = new Reader(Buffer.from(cbor, 'hex'))
  const fields = reader.read()
  assert.ok(reader.isAtEnd && typeof fields === 'object', `${cbor} is no constructor`)
  return fields
}

/** Empty for an output without an inline datum. */
export const datumOf = ({ datum }: RawOutput): readonly Plain[] =>
  datum === undefined ? [] : fieldsOf(datum)

/** The field is a constructor or a list. */
export const fieldsAt = (fields: readonly Plain[], at: number): readonly Plain[] => {
  const field = fields[at]
  assert.ok(typeof field === 'object', `field ${at} has fields`)
  return field
}

export const intAt = (fields: readonly Plain[], at: number): bigint => {
  const field = fields[at]
  assert.ok(typeof field === 'bigint', `field ${at} is an integer`)
  return field
}

export const bytesAt = (fields: readonly Plain[], at: number): string => {
  const field = fields[at]
  assert.ok(typeof field === 'string', `field ${at} is bytes`)
  return field
}

export const textsOf = (fields: readonly Plain[]): string[] => fields.map((_, at) => bytesAt(fields, at))

/** `.` for ADA. */
export const assetAt = (fields: readonly Plain[], at: number): string => {
  const [policy = '', name = ''] = textsOf(fieldsAt(fields, at))
  return policy === '' ? '.' : `${policy}.${name}`
}
