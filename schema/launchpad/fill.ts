// Computes a pool after an order was filled against it (docs/launchpad-on-chain.md, "Price and swaps on the curve", "Swaps on the AMM",
// "Orders"). An executor fills orders in sequence, each at the price after the orders before it. So a client can compute exactly how open
// orders will change the price.
import type { Ratio } from '../codecs/ratio.ts'
import { ammPrice, FEE_DENOMINATOR } from './amm.ts'
import { marketCap, soldTokens, spotPrice } from './curve.ts'
import { netOf } from './fees.ts'
import { type QuotedPool, quoteBuy, quoteSell } from './quote.ts'

export type FilledPool = {
  /** The percentage fee of a fill. */
  readonly basisPoints: bigint
} & (
  | (Extract<QuotedPool, { kind: 'curve' }> & {
      /** Lovelace without the seed. */
      readonly collected: bigint
      /** Lovelace to collect before graduation, without the seed. */
      readonly cap: bigint
    })
  | (Extract<QuotedPool, { kind: 'amm' }> & {
      /** Shares of an input, in 1/100,000, that go to treasury and royalty instead of the reserves. */
      readonly leaving: readonly bigint[]
    })
)

/** The part of an order that determines its fill. */
export interface FilledOrder {
  readonly side: 'buy' | 'sell'
  /** Lovelace including the percentage fee, or tokens. */
  readonly input: bigint
  /** Worst acceptable output per input; by default none. */
  readonly worst?: Ratio
}

export interface Fill {
  /** The swapped part of the input. A purchase that completes a curve swaps only the part up to the cap, and gets the rest back. */
  readonly input: bigint
  /** Tokens, or lovelace after the fee. */
  readonly output: bigint
  readonly pool: FilledPool
}

/** Lovelace for the whole emission, rounded half up; 0 for an empty pool. */
export const marketCapOf = (pool: FilledPool): bigint => {
  const price =
    pool.kind === 'curve' ? spotPrice(pool.curve, soldTokens(pool.tokens)) : ammPrice(pool.reserves)
  return price === undefined ? 0n : marketCap(price)
}

/** The maximum lovelace, including the fee, of which exactly `net` reaches the pool. */
const grossTo = (net: bigint, basisPoints: bigint): bigint => (net * 10_000n) / (10_000n - basisPoints)

/** The part of an input that stays in the reserves of an AMM pool. */
const kept = (leaving: readonly bigint[], input: bigint): bigint =>
  leaving.reduce((rest, part) => rest - (input * part) / FEE_DENOMINATOR, input)

/** Maximum lovelace, including the fee, that a purchase may swap; undefined for no limit. */
const mostOf = (pool: FilledPool): bigint | undefined =>
  pool.kind === 'curve' ? grossTo(pool.cap - pool.collected, pool.basisPoints) : undefined

const buy = (pool: FilledPool, input: bigint): Fill => {
  const net = netOf(input, pool.basisPoints)
  const output = quoteBuy(pool, input, pool.basisPoints)
  if (pool.kind === 'curve')
    return {
      input,
      output,
      pool: { ...pool, tokens: pool.tokens - output, collected: pool.collected + net },
    }
  const { x, y } = pool.reserves
  return { input, output, pool: { ...pool, reserves: { x: x + kept(pool.leaving, net), y: y - output } } }
}

const sell = (pool: FilledPool, input: bigint): Fill => {
  const gross = quoteSell(pool, input, 0n)
  const output = quoteSell(pool, input, pool.basisPoints)
  if (pool.kind === 'curve')
    return {
      input,
      output,
      pool: { ...pool, tokens: pool.tokens + input, collected: pool.collected - gross },
    }
  const { x, y } = pool.reserves
  return { input, output, pool: { ...pool, reserves: { x: x - gross, y: y + kept(pool.leaving, input) } } }
}

/** Undefined if the output would be zero, the worst price is not met, or the curve is complete. */
export const fill = (pool: FilledPool, { side, input, worst }: FilledOrder): Fill | undefined => {
  const { basisPoints } = pool
  if (pool.kind === 'curve' && pool.collected >= pool.cap) return undefined
  const most = side === 'buy' ? mostOf(pool) : undefined
  const swapped = most !== undefined && netOf(input, basisPoints) > netOf(most, basisPoints) ? most : input
  if (swapped <= 0n) return undefined
  const filled = (side === 'buy' ? buy : sell)(pool, swapped)
  const isEnough = worst === undefined || filled.output * worst.denominator >= filled.input * worst.numerator
  return filled.output > 0n && isEnough ? filled : undefined
}
