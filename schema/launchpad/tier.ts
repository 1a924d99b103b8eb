// The choice of a curve's coefficients and cap (README, "Tiers"): a tier is shaped so that the last price on the
// curve is the first price of the AMM pool that follows. Used to understand and check tiers, not to trade.
import { type Ratio, roundHalfUp } from '../codecs/ratio.ts'
import {
  A_DENOMINATOR,
  B_DENOMINATOR,
  buyTokens,
  type CurveParams,
  EMISSION,
  marketCap,
  SEED,
  spotPrice,
} from './curve.ts'
import { squareRoot } from './graduation.ts'

/** A curve's coefficients with its cap: lovelace in the pool, seed included, at which it is complete. */
export interface Tier extends CurveParams {
  readonly adaCap: bigint
}

/** Where a tier ends. Market caps in lovelace. */
export interface TierEnd {
  /** Tokens sold when the cap is reached. */
  readonly sold: bigint
  readonly left: bigint
  /** Lovelace collected at the cap, seed excluded. */
  readonly collected: bigint
  /** Market cap by the curve's last price. */
  readonly curveMarketCap: bigint
  /** Market cap by the price of an AMM pool with what is collected against what is left. */
  readonly ammMarketCap: bigint
}

export const tierEnd = (tier: Tier): TierEnd => {
  const collected = tier.adaCap - SEED
  const sold = buyTokens(tier, 0n, collected)
  const left = EMISSION - sold
  return {
    sold,
    left,
    collected,
    curveMarketCap: marketCap(spotPrice(tier, sold)),
    ammMarketCap: marketCap({ numerator: collected, denominator: left }),
  }
}

/** Lovelace of a complete curve that did not reach the AMM pool, in each graduation that was seen (README, "Graduation"). */
const USUAL_COST = 210_000_000n

/**
 * Tells the tier of an AMM pool by its liquidity, which its swaps leave as it was at graduation: the nearest. Undefined
 * without tiers.
 */
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

/**
 * The tier that starts at price b and ends at `finalPrice` (lovelace per token) with no step into the AMM:
 * s* = 3PM / (4P + 2b), a = (P - b) / s*², C = P·(M - s*). Everything rounded to the nearest unit.
 */
export const tierEndingAt = (bNum: bigint, finalPrice: Ratio): Tier => {
  const { numerator: p, denominator: q } = finalPrice
  const numerator = 3n * p * EMISSION * B_DENOMINATOR
  const sold = roundHalfUp({ numerator, denominator: 4n * p * B_DENOMINATOR + 2n * bNum * q })
  const rise = (p * B_DENOMINATOR - bNum * q) * A_DENOMINATOR
  const aNum = roundHalfUp({ numerator: rise, denominator: q * B_DENOMINATOR * sold * sold })
  const collected = roundHalfUp({ numerator: p * (EMISSION - sold), denominator: q })
  return { aNum, bNum, adaCap: collected + SEED }
}

/**
 * Coefficient a for a curve without b that collects about `cap` lovelace. The search gives up one ADA a step,
 * at most 255 times, until the last price on the curve does not exceed the AMM's.
 * @throws {RangeError} when the cap is too small for that.
 */
export const coefficientForCap = (cap: bigint): bigint => {
  let aNum = 0n
  for (let step = 1n; step <= 255n; step++) {
    const reduced = cap - step * 1_000_000n
    if (reduced <= 0n) throw new RangeError(`no curve collects ${cap} lovelace`)
    aNum = (64n * A_DENOMINATOR * reduced) / (9n * EMISSION ** 3n)
    const sold = cubeRoot((3n * cap * A_DENOMINATOR) / aNum)
    if (aNum * sold * sold <= (cap * A_DENOMINATOR) / (EMISSION - sold)) break
  }
  return aNum
}

/** The largest integer whose cube does not exceed `value`. */
const cubeRoot = (value: bigint): bigint => {
  let root = 1n << (BigInt(value.toString(2).length) / 3n + 1n)
  for (;;) {
    const next = (2n * root + value / (root * root)) / 3n
    if (next >= root) return root
    root = next
  }
}
