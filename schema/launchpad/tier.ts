// The choice of a curve's coefficients and cap (docs/launchpad-on-chain.md, "Tiers"). A tier is chosen so that the curve's last price is
// the first price of the AMM pool after graduation. This file is used to check tiers, not for trades.
import { buyTokens, type CurveParams, EMISSION, marketCap, SEED, spotPrice } from './curve.ts'
import { squareRoot } from './graduation.ts'

/** `adaCap` is the lovelace in the pool, including the seed, at which the curve is complete. */
export interface Tier extends CurveParams {
  readonly adaCap: bigint
}

/** Market caps are in lovelace. */
export const tierEnd = (tier: Tier) => {
  const collected = tier.adaCap - SEED
  const sold = buyTokens(tier, 0n, collected)
  const left = EMISSION - sold
  return {
    sold,
    left,
    /** Lovelace collected at the cap, without the seed. */
    collected,
    /** Market cap at the curve's last price. */
    curveMarketCap: marketCap(spotPrice(tier, sold)),
    /** Market cap at the price of an AMM pool with the collected lovelace and the unsold tokens. */
    ammMarketCap: marketCap({ numerator: collected, denominator: left }),
  }
}

/**
 * Lovelace of a complete curve that did not reach the AMM pool, in every graduation seen so far (docs/launchpad-on-chain.md, "Graduation").
 */
const USUAL_COST = 210_000_000n

/** The tier with the nearest liquidity, which swaps do not change. Undefined without tiers. */
export const nearestTier = (tiers: readonly Tier[]): ((liquidity: bigint) => Tier | undefined) => {
  const endOf = (tier: Tier) => {
    const lovelace = tier.adaCap > USUAL_COST ? tier.adaCap - USUAL_COST : tier.adaCap
    return { tier, liquidity: Number(squareRoot(lovelace * tierEnd(tier).left)) }
  }
  let ends: ReturnType<typeof endOf>[] | undefined
  return (liquidity) => {
    ends ??= tiers.map(endOf)
    const distance = (end: ReturnType<typeof endOf>): number => Math.abs(end.liquidity - Number(liquidity))
    return ends.toSorted((a, b) => distance(a) - distance(b))[0]?.tier
  }
}
