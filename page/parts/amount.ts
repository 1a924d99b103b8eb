// Reads amounts that people type, in the forms of every locale, exactly: no floating-point number is between the text and the digits that
// are sent. A text that two locales read as different numbers is refused.
import { exact } from '../../schema/responses/numbers.ts'

/** Marks of direction, which are invisible. */
const MARKS = /[\u061c\u200e\u200f]/g

/** Digits of any script as ASCII digits, decimal signs as `.` or `,`, and spaces of any kind as one. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(MARKS, '')
    .trim()
    .replace(/\s/g, ' ')
    .replace(/٫/g, '.')
    .replace(/\p{Nd}/gu, (digit) => {
      // The digits 0 to 9 of a script have consecutive code points.
      const code = digit.codePointAt(0) ?? 0
      let zero = code
      while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
      return `${code - zero}`
    })

const AMBIGUOUS = 'ambiguous'

/**
 * A number in groups of three digits or, as in India, of two before the last three, between which there is always the same sign; another
 * sign is its decimal point.
 */
const GROUPED =
  /^(?=\d+([., _'’٬]))([1-9]\d{0,2}(?:\1\d{3})+|[1-9]\d?(?:\1\d\d)+\1\d{3})(?:(?!\1)[.,](\d*))?$/
const PLAIN = /^(\d*)[.,]?(\d*)$/

/** Splits a number; undefined if it is none. */
const partsOf = (text: string): { whole: string; fraction: string } | typeof AMBIGUOUS | undefined => {
  const [, sign = '', grouped, decimals] = GROUPED.exec(text) ?? []
  if (grouped !== undefined) {
    const groups = grouped.split(sign)
    // "1,234" is a thousand and more in one locale, and one and more in another.
    if (/[.,]/.test(sign) && groups.length === 2 && decimals === undefined) return AMBIGUOUS
    return { whole: groups.join(''), fraction: decimals ?? '' }
  }
  const [, whole = '', fraction = ''] = PLAIN.exec(text) ?? []
  return whole + fraction === '' ? undefined : { whole, fraction }
}

const MAX_DIGITS = 19

/** Reads a text. @returns units, or the reason in words why it is no amount */
const read = (text: string, decimals: number): bigint | string => {
  const plain = plainOf(text)
  const parts = partsOf(plain)
  if (parts === undefined)
    return decimals === 0 ? 'This is not a whole number.' : 'This is not an amount of ADA.'
  if (parts === AMBIGUOUS) {
    const [whole = '', fraction = ''] = plain.split(/[.,]/)
    return decimals === 0
      ? `${plain} can be read in two ways: write ${whole}${fraction}.`
      : `${plain} can be read in two ways: write ${whole}${fraction} or ${whole}.${fraction}0.`
  }
  const fraction = parts.fraction.replace(/0+$/, '')
  if (fraction.length > decimals)
    return decimals === 0
      ? 'This is not a whole number.'
      : `An amount of ADA has at most ${decimals} decimals.`
  if (parts.whole.length > MAX_DIGITS) return 'This amount is too large.'
  const units = BigInt(`${parts.whole}${fraction.padEnd(decimals, '0')}`)
  return units > 0n ? units : 'The amount must be greater than 0.'
}

/**
 * Reads a positive amount.
 * @param decimals number of decimals of the unit: 6 for ADA, 0 for tokens
 * @returns smallest units; undefined when the text is empty or no amount, or when two locales read it as different numbers
 */
export const amountOf = (text: string, decimals: number): bigint | undefined => {
  const amount = read(text, decimals)
  return typeof amount === 'string' ? undefined : amount
}

/** The reason in words why a text is no amount; undefined for an empty text and for an amount. */
export const amountProblem = (text: string, decimals: number): string | undefined => {
  if (text.trim() === '') return undefined
  const amount = read(text, decimals)
  return typeof amount === 'string' ? amount : undefined
}

/** Writes an amount for a field of text, in the form that {@link amountOf} reads as the same amount. */
export const typedAmount = (units: bigint, decimals: number): string => {
  const text = exact(units, decimals).replaceAll(',', '')
  return partsOf(text) === AMBIGUOUS ? `${text}0` : text
}
