// Reads JSON from Ogmios without rounding numbers. Integers of 16 digits and more, which a double might not represent, become marked
// strings before the engine's own parser runs. The scan recognises strings, so digits in strings do not change. The engine's parser is used
// because deep nesting cannot exhaust its stack, and because it treats `__proto__` like any other key.

/**
 * Starts every marked integer. A string of U+0001 and digits looks the same, but is read as an integer only where an integer is expected.
 */
const MARK = '\u0001'

/** A marked integer in JSON.stringify's text that is a value, and not a key or the end of a longer string. */
const WRAPPED = /(?<=^|[[:,])"\\u0001(-?\d+)"(?!:)/g

/** Also matches digits inside a string. */
const LONG_INTEGER = /\d{16}/

const QUOTE = 0x22
const BACKSLASH = 0x5c
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Index of the quote that closes the string opened at `open`. */
export const endOfString = (text: string, open: number): number => {
  let quote = text.indexOf('"', open + 1)
  while (quote !== -1) {
    let backslashes = 0
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return quote
    quote = text.indexOf('"', quote + 1)
  }
  throw new SyntaxError('a JSON string does not end')
}

const wrapLongIntegers = (text: string): string => {
  let out = ''
  let copied = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at) + 1
      continue
    }
    if (!isDigit(code)) {
      at++
      continue
    }
    const start = text.charCodeAt(at - 1) === 0x2d ? at - 1 : at
    let digits = at
    while (isDigit(text.charCodeAt(digits))) digits++
    const after = text[digits]
    const isInteger = after !== '.' && after !== 'e' && after !== 'E'
    if (isInteger && digits - at >= 16) {
      out += `${text.slice(copied, start)}"\\u0001${text.slice(start, digits)}"`
      copied = digits
      at = digits
    } else {
      at = digits
      // The fraction and exponent of a decimal are not separate integers.
      while (at < text.length && /[0-9.eE+-]/.test(text.charAt(at))) at++
    }
  }
  return out + text.slice(copied)
}

/**
 * Integers of 16 digits and more become marked strings, which `toInteger` reads.
 * @throws {SyntaxError} if the text is not JSON
 */
export const parseLossless = (text: string): unknown =>
  JSON.parse(LONG_INTEGER.test(text) ? wrapLongIntegers(text) : text)

/** Reads values of a lossless parse, and of the client library; undefined for other values. */
export const toInteger = (value: unknown): bigint | undefined => {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(1)) : undefined
}

/** A piece of JSON text, or a value that is not written yet. */
type Pending = { readonly text: string } | { readonly value: unknown }

/** Reverse order, so that `pop` returns the next piece. */
const piecesOf = (value: object): Pending[] => {
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item) => ['', item])
    : Object.entries(value).flatMap(([key, item]) =>
        item === undefined ? [] : [[`${JSON.stringify(key)}:`, item]],
      )
  const pieces: Pending[] = [{ text: `${open}` }]
  for (const [at, [key, item]] of members.entries())
    pieces.push({ text: at === 0 ? key : `,${key}` }, { value: item })
  pieces.push({ text: `${close}` })
  return pieces.reverse()
}

/** Like `JSON.stringify`, but without recursion. Anybody may nest metadata as deeply as a transaction has bytes. */
const jsonText = (whole: unknown): string => {
  let text = ''
  const pending: Pending[] = [{ value: whole }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) text += next.text
    else if (typeof next.value === 'object' && next.value !== null)
      for (const piece of piecesOf(next.value)) pending.push(piece)
    else text += JSON.stringify(next.value ?? null)
  }
  return text
}

/** Long integers of a lossless parse become numbers again. */
export const stringifyLossless = (value: unknown): string => jsonText(value).replace(WRAPPED, '$1')
