// The bonding curve (docs/launchpad-on-chain.md, "Price and swaps on the curve"). A token's price rises with the square of the sold tokens,
// and a trade costs the area under the price. All amounts are exact integers. Every rounding is against the trader, so the pool never has
// less than the curve requires.
import { ceilDiv, type Ratio, roundHalfUp } from '../codecs/ratio.ts'

/** Tokens that a launch mints. They have no decimals. */
export const EMISSION = 1_000_000_000n
/** Coefficient a is `aNum / A_DENOMINATOR` lovelace per token cubed. */
export const A_DENOMINATOR = 10n ** 27n
/** Coefficient b is `bNum / B_DENOMINATOR` lovelace per token. */
export const B_DENOMINATOR = 10n ** 6n
/** Lovelace that a pool has from its launch on. The curve does not count it. */
export const SEED = 3_000_000n

/** Coefficients of the pool's datum. Neither is negative, and at least one is positive. */
export interface CurveParams {
  readonly aNum: bigint
  readonly bNum: bigint
}

/** Negative only if the pool has more tokens than the emission. */
export const soldTokens = (reserveTokens: bigint): bigint => EMISSION - reserveTokens

/** Leaves out the seed. */
export const collectedLovelace = (poolLovelace: bigint): bigint => poolLovelace - SEED

/** Share of the cap that a pool has collected, from 0 to 1. Both amounts include the seed. */
export const progress = (poolLovelace: bigint, adaCap: bigint): Ratio => {
  const denominator = adaCap - SEED
  const collected = collectedLovelace(poolLovelace)
  const numerator = collected < 0n ? 0n : collected > denominator ? denominator : collected
  return { numerator, denominator }
}

/** Lovelace per token: a·s² + b. Not reduced. */
export const spotPrice = ({ aNum, bNum }: CurveParams, sold: bigint): Ratio => ({
  numerator: aNum * B_DENOMINATOR * sold * sold + bNum * A_DENOMINATOR,
  denominator: A_DENOMINATOR * B_DENOMINATOR,
})

/** Value of the whole emission in lovelace, rounded half up. */
export const marketCap = ({ numerator, denominator }: Ratio): bigint =>
  roundHalfUp({ numerator: numerator * EMISSION, denominator })

/** Lovelace under the curve from 0 to `sold` tokens: a·s³/3 + b·s. Not reduced; see {@link AREA_DENOMINATOR}. */
export const area = (params: CurveParams, sold: bigint): Ratio => ({
  numerator: areaNumerator(params, sold),
  denominator: AREA_DENOMINATOR,
})

const AREA_DENOMINATOR = 3n * A_DENOMINATOR * B_DENOMINATOR

/** The most tokens that `lovelace` (after the fee) can pay for, limited to the remaining tokens. */
export const buyTokens = (params: CurveParams, sold: bigint, lovelace: bigint): bigint => {
  if (lovelace <= 0n) return 0n
  const budget = areaNumerator(params, sold) + AREA_DENOMINATOR * lovelace
  return largest(EMISSION - sold, (tokens) => areaNumerator(params, sold + tokens) <= budget)
}

/**
 * Lovelace before any fee, rounded down.
 * @throws {RangeError} if more tokens are sold than were bought
 */
export const sellLovelace = (params: CurveParams, sold: bigint, tokens: bigint): bigint => {
  if (tokens < 0n || tokens > sold)
    throw new RangeError(`cannot sell ${tokens} tokens: only ${sold} were sold`)
  return (areaNumerator(params, sold) - areaNumerator(params, sold - tokens)) / AREA_DENOMINATOR
}

/**
 * Lovelace before any fee, rounded up.
 * @throws {RangeError} if fewer tokens are left
 */
export const lovelaceToBuy = (params: CurveParams, sold: bigint, tokens: bigint): bigint => {
  if (tokens < 0n || sold + tokens > EMISSION) {
    throw new RangeError(`cannot buy ${tokens} tokens: only ${EMISSION - sold} are left`)
  }
  return ceilDiv(areaNumerator(params, sold + tokens) - areaNumerator(params, sold), AREA_DENOMINATOR)
}

/** The minimum number of tokens whose sale pays at least `lovelace` before any fee; `undefined` if even all tokens pay less. */
export const tokensToSellFor = (params: CurveParams, sold: bigint, lovelace: bigint): bigint | undefined => {
  if (lovelace <= 0n) return 0n
  if (sold < 0n || sellLovelace(params, sold, sold) < lovelace) return undefined
  return largest(sold, (tokens) => sellLovelace(params, sold, tokens) < lovelace) + 1n
}

const areaNumerator = ({ aNum, bNum }: CurveParams, sold: bigint): bigint =>
  aNum * B_DENOMINATOR * sold * sold * sold + 3n * A_DENOMINATOR * bNum * sold

/** `holds` must be true for 0, and false for all integers after the first false one. */
const largest = (limit: bigint, holds: (candidate: bigint) => boolean): bigint => {
  let low = 0n
  let high = limit
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (holds(middle)) low = middle
    else high = middle - 1n
  }
  return low
}
