// Computes exactly how a trade would change a token, for the handle that a person drags along the curve, and for a sale by holders. The
// handle moves in thousandths of the range between the pool's minimum and maximum ADA.
import { ceilDiv } from '../../schema/codecs/ratio.ts'
import { swapInput } from '../../schema/launchpad/amm.ts'
import { soldTokens, tokensToSellFor } from '../../schema/launchpad/curve.ts'
import { grossFor } from '../../schema/launchpad/fees.ts'
import { type FilledPool, fill, marketCapOf } from '../../schema/launchpad/fill.ts'

export const STEPS = 1_000

export interface Trade {
  readonly side: 'buy' | 'sell'
  /** Lovelace including the fee, or tokens. */
  readonly input: bigint
  /** Tokens, or lovelace after the fee. */
  readonly output: bigint
  /** Market cap after the trade, in lovelace. */
  readonly cap: bigint
  /** Change of the market cap as a share. */
  readonly change: number
  /** Lovelace in the pool after the trade, without a curve's seed. */
  readonly lovelace: bigint
}

export const lovelaceIn = (pool: FilledPool): bigint =>
  pool.kind === 'curve' ? pool.collected : pool.reserves.x

/** Lovelace: the whole curve, or from a quarter of an AMM pool's lovelace to four times this amount. */
export const rangeOf = (pool: FilledPool): readonly [least: bigint, greatest: bigint] =>
  pool.kind === 'curve' ? [0n, pool.cap] : [pool.reserves.x / 4n, pool.reserves.x * 4n]

export const positionOf = (pool: FilledPool, lovelace = lovelaceIn(pool)): number => {
  const [least, greatest] = rangeOf(pool)
  return greatest === least ? 0 : (Number(lovelace - least) / Number(greatest - least)) * STEPS
}

/** Undefined if the output would be zero. */
export const tradeOf = (pool: FilledPool, side: Trade['side'], input: bigint): Trade | undefined => {
  const made = fill(pool, { side, input })
  if (made === undefined) return undefined
  const cap = marketCapOf(made.pool)
  return {
    side,
    input: made.input,
    output: made.output,
    cap,
    change: Number(cap) / Number(marketCapOf(pool)) - 1,
    lovelace: lovelaceIn(made.pool),
  }
}

/** Tokens whose sale removes this much lovelace from the pool, or as much as possible. */
const tokensFor = (pool: FilledPool, lovelace: bigint): bigint => {
  if (pool.kind === 'curve') {
    const sold = soldTokens(pool.tokens)
    return tokensToSellFor(pool.curve, sold, lovelace) ?? sold
  }
  return swapInput({ input: pool.reserves.y, output: pool.reserves.x }, pool.feeNum, lovelace) ?? 0n
}

export const tradeTo = (pool: FilledPool, position: number): Trade | undefined => {
  const [least, greatest] = rangeOf(pool)
  const target = least + ceilDiv((greatest - least) * BigInt(position), BigInt(STEPS))
  const change = target - lovelaceIn(pool)
  if (change === 0n) return undefined
  return change > 0n
    ? tradeOf(pool, 'buy', grossFor(change, pool.basisPoints))
    : tradeOf(pool, 'sell', tokensFor(pool, -change))
}
