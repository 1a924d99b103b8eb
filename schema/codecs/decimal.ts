// Plain non-negative decimals as prices are published: at most 12 fraction digits, no exponent.
import type { Ratio } from './ratio.ts'

/** Fraction digits of every published price. */
export const PRICE_DIGITS = 12

const SCALE = 10n ** BigInt(PRICE_DIGITS)

/** The decimal as a fraction of 10^12. */
export const parseDecimal = (text: string): Ratio => {
  const [whole = '0', fraction = ''] = text.split('.')
  return { numerator: BigInt(whole) * SCALE + BigInt(fraction.padEnd(PRICE_DIGITS, '0')), denominator: SCALE }
}
