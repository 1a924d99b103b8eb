// Computes an order's worst acceptable price from a quote (docs/launchpad-on-chain.md, "Slippage"). Like the prices of the launchpad's own
// clients, this price is a decimal over a power of ten, so orders can be compared byte for byte.
import type { Ratio } from '../codecs/ratio.ts'

/** Percentage by which the output may be lower than the quote. `infinity` accepts any positive output. */
export const SLIPPAGES = ['15', '30', '50', '75', 'infinity'] as const
export type Slippage = (typeof SLIPPAGES)[number]

/** Further decimals are dropped, which lowers the price and makes a fill more likely. */
const MAX_DECIMALS = 20

/**
 * `output / input` in smallest units, reduced by the slippage, as digits over a power of ten without trailing zeros. For `infinity`: `1 /
 * input`. Both amounts must be positive.
 */
export const worstPrice = (output: bigint, input: bigint, slippage: Slippage): Ratio => {
  if (slippage === 'infinity') return { numerator: 1n, denominator: input }
  const kept = output * (100n - BigInt(slippage))
  return decimalPrice({ numerator: kept, denominator: input * 100n })
}

/**
 * For an order that accepts exactly `least`. The input has at most 20 digits, so cutting the price to 20 decimals lowers the output by less
 * than one unit, and {@link leastOutput} rounds up to `least` again.
 */
export const priceOfLeast = (least: bigint, input: bigint): Ratio =>
  decimalPrice({ numerator: least, denominator: input })

/** Digits over a power of ten: exact up to 20 decimals, otherwise rounded down to 20. */
export const decimalPrice = (price: Ratio): Ratio => {
  let numerator = (price.numerator * 10n ** BigInt(MAX_DECIMALS)) / price.denominator
  let denominator = 10n ** BigInt(MAX_DECIMALS)
  while (denominator > 1n && numerator % 10n === 0n) {
    numerator /= 10n
    denominator /= 10n
  }
  return { numerator, denominator }
}

/** The smallest whole output that satisfies a worst price. */
export const leastOutput = ({ numerator, denominator }: Ratio, input: bigint): bigint =>
  (input * numerator + denominator - 1n) / denominator
