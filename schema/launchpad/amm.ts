// Constant-product swaps on the AMM pools into which curves graduate (docs/launchpad-on-chain.md, "Swaps on the AMM"). Treasury and royalty
// fees stay in the pool's value until they are withdrawn, but are not part of its reserves. Every formula here uses reserves without fees.
import type { Ratio } from '../codecs/ratio.ts'

export const FEE_DENOMINATOR = 100_000n

/** LP tokens in a pool without liquidity. The liquidity is the number of LP tokens that the pool lacks. */
export const LP_EMISSION = 2n ** 63n - 1n

/** Fees and their accumulated amounts. A pool without royalty lacks the royalty fields. */
export interface AmmFees {
  readonly lpFeeNum: bigint
  readonly treasuryFeeNum: bigint
  readonly royaltyFeeNum?: bigint
  readonly treasuryX: bigint
  readonly treasuryY: bigint
  readonly royaltyX?: bigint
  readonly royaltyY?: bigint
}

export interface Reserves {
  readonly x: bigint
  readonly y: bigint
}

interface SwapReserves {
  readonly input: bigint
  readonly output: bigint
}

/** The reserves are not positive if the pool is drained. */
export const reservesOf = (pool: AmmFees, valueX: bigint, valueY: bigint): Reserves => ({
  x: valueX - pool.treasuryX - (pool.royaltyX ?? 0n),
  y: valueY - pool.treasuryY - (pool.royaltyY ?? 0n),
})

/** The part of an input that moves the price, in parts per {@link FEE_DENOMINATOR}. */
export const feeNumerator = (pool: AmmFees): bigint =>
  pool.lpFeeNum - pool.treasuryFeeNum - (pool.royaltyFeeNum ?? 0n)

/** X per Y, which for a launched pool is lovelace per token. `undefined` if a side is empty. */
export const ammPrice = ({ x, y }: Reserves): Ratio | undefined =>
  x > 0n && y > 0n ? { numerator: x, denominator: y } : undefined

/** Rounded down; 0 from a pool with an empty side. */
export const swapOutput = (reserves: SwapReserves, feeNum: bigint, input: bigint): bigint => {
  if (reserves.input <= 0n || reserves.output <= 0n || input <= 0n) return 0n
  const weighed = input * feeNum
  return (reserves.output * weighed) / (reserves.input * FEE_DENOMINATOR + weighed)
}

/** An input that pays out at least `output`, at most one unit more than necessary. `undefined` if the pool cannot pay `output`. */
export const swapInput = (reserves: SwapReserves, feeNum: bigint, output: bigint): bigint | undefined => {
  if (reserves.input <= 0n || output >= reserves.output) return undefined
  if (output <= 0n) return 0n
  return (reserves.input * output * FEE_DENOMINATOR) / ((reserves.output - output) * feeNum) + 1n
}

/** Treasury and royalty each grow by their share of the input, rounded down. */
export const afterSwap = <Pool extends AmmFees>(pool: Pool, side: 'x' | 'y', input: bigint): Pool => {
  const treasury = (input * pool.treasuryFeeNum) / FEE_DENOMINATOR
  const royalty = (input * (pool.royaltyFeeNum ?? 0n)) / FEE_DENOMINATOR
  if (side === 'x') {
    const royaltyX = pool.royaltyX === undefined ? {} : { royaltyX: pool.royaltyX + royalty }
    return { ...pool, treasuryX: pool.treasuryX + treasury, ...royaltyX }
  }
  const royaltyY = pool.royaltyY === undefined ? {} : { royaltyY: pool.royaltyY + royalty }
  return { ...pool, treasuryY: pool.treasuryY + treasury, ...royaltyY }
}

export const liquidityOf = (lpTokens: bigint): bigint => LP_EMISSION - lpTokens
