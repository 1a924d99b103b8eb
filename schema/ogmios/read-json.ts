// Members of parsed JSON, checked as they are read. `what` names the value in the error, so that a message from a
// node, a recording or a client that is not as expected says where.
import { type Hex, isHex } from '../primitives.ts'
import { toInteger } from './lossless-json.ts'

export type Json = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws {SyntaxError} when `value` is not an object */
export const record = (value: unknown, what: string): Json => {
  if (!isRecord(value)) throw new SyntaxError(`${what} is not an object`)
  return value
}

/** A list that may be left out when it is empty. @throws {SyntaxError} when `value` is anything else */
export const items = (value: unknown, what: string): readonly unknown[] => {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new SyntaxError(`${what} is not a list`)
  return value
}

/** @throws {SyntaxError} when `value` is not a string */
export const text = (value: unknown, what: string): string => {
  if (typeof value !== 'string') throw new SyntaxError(`${what} is not a string`)
  return value
}

/** An integer of a lossless parse, or one that the client library has parsed, exactly. @throws {SyntaxError} when `value` is none */
export const integer = (value: unknown, what: string): bigint => {
  const exact = typeof value === 'bigint' ? value : toInteger(value)
  if (exact === undefined) throw new SyntaxError(`${what} is not an integer`)
  return exact
}

/** A non-negative integer that a slot, height or index may be. @throws {SyntaxError} when `value` is none */
export const count = (value: unknown, what: string): number => {
  const exact = Number(integer(value, what))
  if (exact < 0 || !Number.isSafeInteger(exact)) throw new SyntaxError(`${what} is out of range`)
  return exact
}

/** @throws {SyntaxError} when `value` is not lower-case hex, of exactly `bytes` bytes when given */
export const hex = (value: unknown, what: string, bytes?: number): Hex => {
  if (typeof value !== 'string' || !isHex(value, bytes)) throw new SyntaxError(`${what} is not hex`)
  return value
}
