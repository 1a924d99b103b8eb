// Reads amounts that people type, in the forms of every locale. Amounts are exact: digits never become floating-point numbers. A text that
// two locales read as different numbers is refused.
import { exact } from '../../schema/responses/numbers.ts'

/** Invisible marks of text direction. */
const MARKS = /[\u061c\u200e\u200f]/g

/** Replaces digits of any script by ASCII digits, decimal signs by `.` or `,`, and any space by a plain space. */
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
 * Groups of three digits or, as in India, of two digits before the last three. One sign separates all groups, and another sign is the
 * decimal point.
 */
const GROUPED =
  /^(?=\d+([., _'’٬]))([1-9]\d{0,2}(?:\1\d{3})+|[1-9]\d?(?:\1\d\d)+\1\d{3})(?:(?!\1)[.,](\d*))?$/
const PLAIN = /^(\d*)[.,]?(\d*)$/

/** Undefined if the text is not a number. */
const partsOf = (text: string): { whole: string; fraction: string } | typeof AMBIGUOUS | undefined => {
  const [, sign = '', grouped, decimals] = GROUPED.exec(text) ?? []
  if (grouped !== undefined) {
    const groups = grouped.split(sign)
    // "1,234" is over a thousand in one locale, and a little over one in another.
    if (/[.,]/.test(sign) && groups.length === 2 && decimals === undefined) return AMBIGUOUS
    return { whole: groups.join(''), fraction: decimals ?? '' }
  }
  const [, whole = '', fraction = ''] = PLAIN.exec(text) ?? []
  return whole + fraction === '' ? undefined : { whole, fraction }
}

const MAX_DIGITS = 19

/** @returns units, or the reason in words why the text is not an amount */
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
 * @param decimals number of decimals of the unit: 6 for ADA, 0 for tokens
 * @returns smallest units; undefined for an empty text, a text that is not an amount, or a text that two locales read differently
 */
export const amountOf = (text: string, decimals: number): bigint | undefined => {
  const amount = read(text, decimals)
  return typeof amount === 'string' ? undefined : amount
}

/** Undefined for an empty text and for an amount. */
export const amountProblem = (text: string, decimals: number): string | undefined => {
  if (text.trim() === '') return undefined
  const amount = read(text, decimals)
  return typeof amount === 'string' ? amount : undefined
}

/** {@link amountOf} reads the text as the same amount. */
export const typedAmount = (units: bigint, decimals: number): string => {
  const text = exact(units, decimals).replaceAll(',', '')
  return partsOf(text) === AMBIGUOUS ? `${text}0` : text
}
