// The worst acceptable price of an order as a decimal.
import { formatDecimal, type Ratio } from '../../schema/codecs/ratio.ts'

const WORST_PRICE_DIGITS = 20

/** Writes a price. The price is rounded down, so the shown limit is never better than the order's real one. */
export const cutDecimal = ({ numerator, denominator }: Ratio): string => {
  const scale = 10n ** BigInt(WORST_PRICE_DIGITS)
  return formatDecimal(
    { numerator: (numerator * scale) / denominator, denominator: scale },
    WORST_PRICE_DIGITS,
  )
}
