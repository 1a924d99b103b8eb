// The worst acceptable price of an order as a decimal.
import { formatDecimal, type Ratio } from '../../schema/codecs/ratio.ts'

const WORST_PRICE_DIGITS = 20

/** Writes a price. It is cut, not rounded, so an order never shows a better limit than its real one. */
export const cutDecimal = ({ numerator, denominator }: Ratio): string => {
  const scale = 10n ** BigInt(WORST_PRICE_DIGITS)
  return formatDecimal(
    { numerator: (numerator * scale) / denominator, denominator: scale },
    WORST_PRICE_DIGITS,
  )
}
