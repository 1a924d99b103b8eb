// Column values as text in PostgreSQL's form, for every kind of copy. Each kind of column has one exact form: integers and numbers of any
// size are digits, bytes are hex.
import { type Column, type ColumnKind, natural, type Stored } from '../../engine/table/column.ts'

/** PostgreSQL's text cannot contain U+0000, but a token's name can. U+0000 becomes U+001A 0, and U+001A becomes U+001A 1. */
const ESCAPE = '\u001a'
const escapeText = (text: string): string =>
  text.includes('\u0000') || text.includes(ESCAPE)
    ? text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\u0000', `${ESCAPE}0`)
    : text
const unescapeText = (text: string): string =>
  text.includes(ESCAPE) ? text.replaceAll(`${ESCAPE}0`, '\u0000').replaceAll(`${ESCAPE}1`, ESCAPE) : text

const bytesOf = (stored: Stored): Buffer => {
  if (!Buffer.isBuffer(stored)) throw new TypeError(`a blob column has ${typeof stored}`)
  return stored
}

const WRITERS: Readonly<Record<ColumnKind, (stored: Stored) => string>> = {
  integer: String,
  flag: (stored) => (Number(stored) === 1 ? 't' : 'f'),
  text: (stored) => escapeText(String(stored)),
  bytes: (stored) => `\\x${bytesOf(stored).toString('hex')}`,
  natural: (stored) => natural.decode(stored).toString(),
}

const READERS: Readonly<Record<ColumnKind, (text: string) => Stored>> = {
  integer: BigInt,
  flag: (text) => (text === 't' ? 1n : 0n),
  text: unescapeText,
  bytes: (text) => Buffer.from(text.slice(2), 'hex'),
  natural: (text) => natural.encode(BigInt(text)),
}

export const toText = ({ kind }: Column, stored: Stored): string | null =>
  stored === null ? null : WRITERS[kind](stored)

/** Integers are bigints, as with SQLite's `safeIntegers`. */
export const fromText = ({ kind }: Column, text: string | null): Stored =>
  text === null ? null : READERS[kind](text)
