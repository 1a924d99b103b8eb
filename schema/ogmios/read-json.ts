// Members of parsed JSON, checked when they are read. `what` names the value in the error. So the error says which member of a node's
// message, a recording or a client's request is wrong.
import { type Hex, isHex } from '../primitives.ts'
import { toInteger } from './lossless-json.ts'

export type Json = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws {SyntaxError} if `value` is not an object */
export const record = (value: unknown, what: string): Json => {
  if (!isRecord(value)) throw new SyntaxError(`${what} is not an object`)
  return value
}

/**
 * An empty list may be missing.
 * @throws {SyntaxError} if `value` is anything else
 */
export const items = (value: unknown, what: string): readonly unknown[] => {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new SyntaxError(`${what} is not a list`)
  return value
}

/** @throws {SyntaxError} if `value` is not a string */
export const text = (value: unknown, what: string): string => {
  if (typeof value !== 'string') throw new SyntaxError(`${what} is not a string`)
  return value
}

/**
 * Reads integers of a lossless parse, and of the client library.
 * @throws {SyntaxError} if `value` is not an integer
 */
export const integer = (value: unknown, what: string): bigint => {
  const exact = typeof value === 'bigint' ? value : toInteger(value)
  if (exact === undefined) throw new SyntaxError(`${what} is not an integer`)
  return exact
}

/**
 * A non-negative integer.
 * @throws {SyntaxError} if `value` is not such an integer
 */
export const count = (value: unknown, what: string): number => {
  const exact = Number(integer(value, what))
  if (exact < 0 || !Number.isSafeInteger(exact)) throw new SyntaxError(`${what} is out of range`)
  return exact
}

/** @throws {SyntaxError} if `value` is not lower-case hex; if `bytes` is given, of exactly so many bytes */
export const hex = (value: unknown, what: string, bytes?: number): Hex => {
  if (typeof value !== 'string' || !isHex(value, bytes)) throw new SyntaxError(`${what} is not hex`)
  return value
}
