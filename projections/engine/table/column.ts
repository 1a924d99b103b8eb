// Types of columns: the type in TypeScript, and its form in SQLite. Rows have the project's types everywhere (bigint for amounts, hex for
// hashes). Only this file's codecs know the types in the database.

export type Stored = number | bigint | string | Buffer | null

export type ColumnKind = 'integer' | 'flag' | 'text' | 'bytes' | 'natural'

export interface Column<Value = unknown> {
  readonly kind: ColumnKind
  readonly sqlite: 'INTEGER' | 'TEXT' | 'BLOB'
  /** Integers above 2^53, which the database binding reads exactly only on request. */
  readonly is64Bit: boolean
  readonly isNullable: boolean
  /** @throws {RangeError} if the value is outside the column's range */
  encode(value: Value): Stored
  decode(stored: Stored): Value
  /** SQLite returns bytes as upper-case hex. A Buffer would take five times as long. */
  readonly decodeHex?: (hex: string) => Value
}

const SQLITE: Readonly<Record<ColumnKind, Column['sqlite']>> = {
  integer: 'INTEGER',
  flag: 'INTEGER',
  text: 'TEXT',
  bytes: 'BLOB',
  natural: 'BLOB',
}

const column = <Value>(
  kind: ColumnKind,
  encode: (value: Value) => Stored,
  decode: (stored: Stored) => Value,
  decodeHex?: (hex: string) => Value,
): Column<Value> => ({
  kind,
  sqlite: SQLITE[kind],
  is64Bit: false,
  isNullable: false,
  encode,
  decode,
  ...(decodeHex && { decodeHex }),
})

const storedText = (stored: Stored): string => {
  if (typeof stored !== 'string') throw new TypeError(`a text column has ${typeof stored}`)
  return stored
}

const storedBytes = (stored: Stored): Buffer => {
  if (!Buffer.isBuffer(stored)) throw new TypeError(`a blob column has ${typeof stored}`)
  return stored
}

/** Exact as a double. */
export const integer: Column<number> = column(
  'integer',
  (value) => {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer up to 2^53`)
    return value
  },
  Number,
)

const LARGEST = 2n ** 63n - 1n

/** A signed 64-bit integer, for lovelace or tokens. */
export const amount: Column<bigint> = {
  kind: 'integer',
  sqlite: 'INTEGER',
  is64Bit: true,
  isNullable: false,
  encode(value) {
    if (typeof value !== 'bigint') throw new TypeError(`${value} is not a bigint`)
    if (value > LARGEST || value < -LARGEST - 1n) throw new RangeError(`${value} does not fit 64 bits`)
    return value
  },
  decode: (stored) => (typeof stored === 'bigint' ? stored : BigInt(Number(stored))),
}

export const flag: Column<boolean> = column(
  'flag',
  (value) => (value ? 1 : 0),
  (stored) => Number(stored) === 1,
)

/**
 * Refuses a value that is not a string, and a string with half a character (a lone surrogate, as from a cut): SQLite would store another
 * text, while the digest would hash the original value.
 */
const checkedText = (value: string): string => {
  if (typeof value !== 'string') throw new TypeError(`${value} is not a text`)
  if (/\p{Surrogate}/u.test(value))
    throw new RangeError(`${JSON.stringify(value)} is not a text of whole characters`)
  return value
}

export const text: Column<string> = column('text', checkedText, storedText)

export const bytes: Column<Buffer> = column(
  'bytes',
  (value) => value,
  storedBytes,
  (hex) => Buffer.from(hex, 'hex'),
)

/** Lower-case hex in rows, bytes in the file. */
export const hex: Column<string> = column(
  'bytes',
  (value) => {
    const stored = Buffer.from(value, 'hex')
    if (stored.length * 2 !== value.length) throw new RangeError(`${value} is not hex`)
    return stored
  },
  (stored) => storedBytes(stored).toString('hex'),
  (hex) => hex.toLowerCase(),
)

const MOST_NATURAL_BYTES = 255

/** Natural numbers of any size. The bytes sort like the numbers: first their count, then the bytes. */
export const natural: Column<bigint> = column(
  'natural',
  (value) => {
    if (typeof value !== 'bigint') throw new TypeError(`${value} is not a bigint`)
    const digits = value === 0n ? '' : value.toString(16)
    const even = digits.length % 2 === 0 ? digits : `0${digits}`
    if (value < 0n || even.length > 2 * MOST_NATURAL_BYTES)
      throw new RangeError(`${value} is not a natural number of at most ${MOST_NATURAL_BYTES} bytes`)
    return Buffer.from([even.length / 2, ...Buffer.from(even, 'hex')])
  },
  (stored) => naturalOf(storedBytes(stored).toString('hex')),
  (hex) => naturalOf(hex),
)

export const naturalOf = (hex: string): bigint => (hex.length <= 2 ? 0n : BigInt(`0x${hex.slice(2)}`))

export const oneOf = <const Words extends readonly string[]>(...words: Words): Column<Words[number]> => {
  const wordOf = (value: Stored): Words[number] => {
    const word = words.find((one) => one === value)
    if (word === undefined) throw new TypeError(`${value} is not one of ${words.join(', ')}`)
    return word
  }
  return column('text', wordOf, wordOf)
}

export const nullable = <Value>(of: Column<Value>): Column<Value | null> => ({
  ...of,
  isNullable: true,
  encode: (value) => (value === null ? null : of.encode(value)),
  decode: (stored) => (stored === null ? null : of.decode(stored)),
})
