// Quotes an exact input at the current price (docs/launchpad-on-chain.md, "Price and swaps on the curve", "Swaps on the AMM", "Fees"), by
// the formula of the curve or the AMM. The percentage fee is on the ADA side. All rounding is against the trader.
import { type Reserves, swapOutput } from './amm.ts'
import { buyTokens, type CurveParams, sellLovelace, soldTokens } from './curve.ts'
import { netOf } from './fees.ts'

/** A curve and its remaining tokens, or an AMM pool without its accumulated fees. */
export type QuotedPool =
  | { readonly kind: 'curve'; readonly curve: CurveParams; readonly tokens: bigint }
  | {
      readonly kind: 'amm'
      /** `x` is lovelace, `y` is tokens. */
      readonly reserves: Reserves
      /** See `feeNumerator`. */
      readonly feeNum: bigint
    }

/** Tokens for `lovelace`, after the fee is subtracted. */
export const quoteBuy = (pool: QuotedPool, lovelace: bigint, basisPoints: bigint): bigint => {
  const net = netOf(lovelace, basisPoints)
  if (pool.kind === 'curve') return buyTokens(pool.curve, soldTokens(pool.tokens), net)
  const { x, y } = pool.reserves
  return swapOutput({ input: x, output: y }, pool.feeNum, net)
}

/** Lovelace after the fee; 0 for more tokens than a curve has sold. */
export const quoteSell = (pool: QuotedPool, tokens: bigint, basisPoints: bigint): bigint => {
  if (pool.kind === 'amm') {
    const { x, y } = pool.reserves
    return netOf(swapOutput({ input: y, output: x }, pool.feeNum, tokens), basisPoints)
  }
  const sold = soldTokens(pool.tokens)
  return tokens > sold ? 0n : netOf(sellLovelace(pool.curve, sold, tokens), basisPoints)
}
