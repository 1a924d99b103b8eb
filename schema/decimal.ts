// Plain non-negative decimals as prices are published: at most 12 fraction digits, no exponent. Kept as text and
// compared or inverted as integers, so that what is served and what is computed with are one number.
import { formatDecimal } from './ratio.ts'

/** Fraction digits of every published price. */
export const PRICE_DIGITS = 12

const SCALE = 10n ** BigInt(PRICE_DIGITS)

/** The decimal times 10^12. */
export const scaledDecimal = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * SCALE + BigInt(fraction.padEnd(PRICE_DIGITS, '0'))
}

export const minDecimal = (a: string, b: string): string => (scaledDecimal(b) < scaledDecimal(a) ? b : a)
export const maxDecimal = (a: string, b: string): string => (scaledDecimal(b) > scaledDecimal(a) ? b : a)

/** 1 / decimal, rounded half up to 12 fraction digits; `0` for a price that rounded to zero, which has no inverse. */
export const invertDecimal = (text: string): string => {
  const scaled = scaledDecimal(text)
  return scaled === 0n ? '0' : formatDecimal({ numerator: SCALE, denominator: scaled }, PRICE_DIGITS)
}
