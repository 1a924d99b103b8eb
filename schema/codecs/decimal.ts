// Exact decimal text: read into fractions, or written from amounts in smallest units.
import { formatDecimal, type Ratio } from './ratio.ts'

const LOVELACE_DIGITS = 6

/** Reads a decimal without a sign, such as `2.5`. */
export const parseDecimal = (text: string): Ratio => {
  const [whole = '', fraction = ''] = text.split('.')
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) }
}

export const adaOf = (lovelace: bigint): string =>
  formatDecimal({ numerator: lovelace, denominator: 1_000_000n }, LOVELACE_DIGITS)

/** At most 12 decimals. */
export const adaPriceOf = (price: string): string => {
  const { numerator, denominator } = parseDecimal(price)
  return formatDecimal({ numerator, denominator: denominator * 1_000_000n }, 12 + LOVELACE_DIGITS)
}
