// The terms of an order or a pool, read from its output's datum. The contract forces the executor to keep these terms.
import { hex } from '@scure/base'
import { bytesAt, headAt, itemsAt, naturalAt } from '../../schema/codecs/cbor-spans.ts'
import { BYTES, LIST, TAG, UNSIGNED } from '../../schema/codecs/cbor-write.ts'
import { assetNameOf, policyOf } from '../../schema/primitives.ts'

const MAX_DEPTH = 8
/** CBOR tags of a large natural number, and of the first of seven constructors. */
const [LARGE, FIRST] = [2, 121]

/** A number in digits, bytes in hex after `#`, a list in brackets. A constructor's number stands before its list. */
const textAt = (bytes: Uint8Array, at: number, depth = 0): string => {
  const { major, argument = 0, end } = headAt(bytes, at)
  const list = (place: number) =>
    `(${itemsAt(bytes, place).map(({ start }) => textAt(bytes, start, depth + 1))})`
  if (major === UNSIGNED) return `${naturalAt(bytes, at)}`
  if (major === BYTES) return `#${hex.encode(bytesAt(bytes, at))}`
  if (major === TAG && argument === LARGE) return `${BigInt(`0x${hex.encode(bytesAt(bytes, end))}`)}`
  if (depth > MAX_DEPTH) throw new SyntaxError('a datum has unknown terms')
  if (major === LIST) return list(at)
  if (major === TAG && argument >= FIRST && argument < FIRST + 7) return `${argument - FIRST}${list(end)}`
  throw new SyntaxError('a datum has unknown terms')
}

/** The form in which terms are compared. */
export const assetText = (asset: string): string => `0(#${policyOf(asset)},#${assetNameOf(asset)})`

/**
 * The form in which terms are compared.
 * @param raw bytes in hex: type, network, key and, depending on the type, a stake key or script
 */
export const addressText = (raw: string): string => {
  const stake = raw[0] === '6' ? '1()' : `0(0(${raw[0] === '2' ? 1 : 0}(#${raw.slice(58)})))`
  return `0(0(#${raw.slice(2, 58)}),${stake})`
}

/** The datum's first term decides. */
const NAMES = {
  '#01': ['curve', 'to', 'input', 'output', 'price', 'fee', 'deposit', 'executor', 'cancelledFrom', 'owner'],
  '#00': [
    ...['amm', 'beacon', 'input', 'amount', 'step', 'leastStep', 'output', 'price', 'fee'],
    ...['to', 'owner', 'executors'],
  ],
} as const

/** @throws {SyntaxError} if the datum is not the first constructor with terms of known forms */
export const termsIn = (datum: string): readonly string[] => {
  const bytes = hex.decode(datum)
  const { major, argument, end } = headAt(bytes, 0)
  if (major !== TAG || argument !== FIRST) throw new SyntaxError('a datum has unknown terms')
  return itemsAt(bytes, end).map(({ start }) => textAt(bytes, start))
}

/** @throws {SyntaxError} if the datum is not an order of today's contracts */
export const readTerms = (datum: string): ReadonlyMap<string, string> => {
  const values = termsIn(datum)
  const names = values[0] === '#01' || values[0] === '#00' ? NAMES[values[0]] : []
  if (values.length === 0 || names.length !== values.length)
    throw new SyntaxError('a datum has unknown terms')
  return new Map(names.map((name, at) => [name, values[at] ?? '']))
}

/** Undefined for a term that is not a natural number. */
export const numberIn = (terms: ReadonlyMap<string, string>, name: string): bigint | undefined => {
  const text = terms.get(name) ?? ''
  return /^\d+$/.test(text) ? BigInt(text) : undefined
}
