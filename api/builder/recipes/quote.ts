// Quotes an order at the current price, before slippage. The percentage fee is part of the ADA amount, from which the executor takes it.
// Every division is rounded to the trader's disadvantage.

import { MAX_LOVELACE } from '../../../schema/amount-limits.ts'
import { type Ratio, reduceRatio } from '../../../schema/codecs/ratio.ts'
import { type AmmFees, feeNumerator, reservesOf, swapInput } from '../../../schema/launchpad/amm.ts'
import {
  buyTokens,
  EMISSION,
  lovelaceToBuy,
  SEED,
  soldTokens,
  spotPrice,
} from '../../../schema/launchpad/curve.ts'
import type { CurvePool } from '../../../schema/launchpad/datums/curve-pool.ts'
import { grossFor, netOf } from '../../../schema/launchpad/fees.ts'
import { type QuotedPool, quoteBuy, quoteSell } from '../../../schema/launchpad/quote.ts'
import { leastOutput, priceOfLeast, type Slippage, worstPrice } from '../../../schema/launchpad/slippage.ts'
import { BuildError } from '../build-error.ts'
import type { Terms } from '../terms.ts'

/** BUY and SELL state the input; BUY_WITH_OUTPUT states the tokens to receive. */
export type Side = 'BUY' | 'BUY_WITH_OUTPUT' | 'SELL'

/** `lovelace` and `tokens` are the contents of the pool's output. */
export type Venue = {
  /** Includes a curve's seed and an AMM pool's accumulated fees. */
  readonly lovelace: bigint
  readonly tokens: bigint
} & (
  | {
      readonly kind: 'curve'
      readonly pool: Pick<CurvePool, 'aNum' | 'bNum' | 'adaCap' | 'permittedExecutor'>
      /** Lovelace of a purchase, including the fee, from a new pool; undefined for no limit. */
      readonly mostLovelace?: bigint
    }
  | { readonly kind: 'amm'; readonly pool: AmmFees }
)

/** Lovelace for tokens, or tokens for lovelace. */
export interface Quote {
  readonly input: bigint
  readonly output: bigint
}

type Fees = Pick<Terms, 'basisPoints'>

/** Paid lovelace includes the fee. Received lovelace is after the fee. */
export const outputFor = (
  venue: Venue,
  side: 'BUY' | 'SELL',
  input: bigint,
  { basisPoints }: Fees,
): bigint => {
  const quoted: QuotedPool =
    venue.kind === 'curve'
      ? { kind: 'curve', curve: venue.pool, tokens: venue.tokens }
      : {
          kind: 'amm',
          reserves: reservesOf(venue.pool, venue.lovelace, venue.tokens),
          feeNum: feeNumerator(venue.pool),
        }
  return side === 'BUY' ? quoteBuy(quoted, input, basisPoints) : quoteSell(quoted, input, basisPoints)
}

const tooMuch = (message: string): BuildError => new BuildError('MAX_TRADE_AMOUNT', message)

/**
 * Includes the fee.
 * @throws {BuildError} if the pool has fewer tokens
 */
const inputFor = (venue: Venue, tokens: bigint, { basisPoints }: Fees): bigint => {
  if (venue.kind === 'curve') {
    if (tokens >= venue.tokens) throw tooMuch(`the curve has ${venue.tokens} tokens left`)
    return grossFor(lovelaceToBuy(venue.pool, soldTokens(venue.tokens), tokens), basisPoints)
  }
  const { x, y } = reservesOf(venue.pool, venue.lovelace, venue.tokens)
  const net = swapInput({ input: x, output: y }, feeNumerator(venue.pool), tokens)
  if (net === undefined) throw tooMuch(`the pool has ${y} tokens`)
  return grossFor(net, basisPoints)
}

/** @throws {BuildError} `MAX_TRADE_AMOUNT` if the pool cannot fill the trade */
const tradeOf = (venue: Venue, side: Side, amount: bigint, fees: Fees): Quote => {
  if (side === 'BUY_WITH_OUTPUT') return { input: inputFor(venue, amount, fees), output: amount }
  const sold = soldTokens(venue.tokens)
  if (side === 'SELL' && venue.kind === 'curve' && amount > sold)
    throw tooMuch(`the curve has sold ${sold} tokens, so it can buy back at most this number`)
  return { input: amount, output: outputFor(venue, side, amount, fees) }
}

/** The minimum applies to ADA: a purchase's input, a sale's output before the fee. */
const checkLeast = (
  venue: Venue,
  side: Side,
  { input, output }: Quote,
  { minTrade }: Pick<Terms, 'minTrade'>,
): void => {
  const ada = side === 'SELL' ? outputFor(venue, 'SELL', input, { basisPoints: 0n }) : input
  if (ada < minTrade)
    throw new BuildError(
      'MIN_TRADE_AMOUNT',
      `the trade of ${ada} lovelace is below the minimum of ${minTrade} lovelace`,
    )
  if (output <= 0n) throw new BuildError('MIN_TRADE_AMOUNT', 'the trade is too small: its output would be 0')
}

/** Lovelace above which a curve is no longer active: a thousandth more than its cap, both without the seed. */
const overfilled = (collected: bigint): bigint => (collected * 1_001n) / 1_000n

const checkMost = (venue: Venue, side: Side, { input }: Quote, { basisPoints }: Fees): void => {
  if (venue.kind !== 'curve') return
  const { adaCap } = venue.pool
  if (venue.lovelace >= adaCap) throw tooMuch('Pool is graduating, try again later')
  if (side === 'SELL') return
  const { mostLovelace } = venue
  if (mostLovelace !== undefined && input > mostLovelace)
    throw tooMuch(`purchases from this new pool are limited to ${mostLovelace} lovelace now`)
  const room = overfilled(adaCap - SEED) - (venue.lovelace - SEED)
  if (netOf(input, basisPoints) > room)
    throw tooMuch(`the curve can take only ${room} more lovelace, after the fee`)
}

/**
 * @param amount lovelace of a BUY; tokens of a BUY_WITH_OUTPUT or a SELL
 * @throws {BuildError} `MIN_TRADE_AMOUNT` or `MAX_TRADE_AMOUNT`
 */
export const quoteOrder = (
  venue: Venue,
  side: Side,
  amount: bigint,
  terms: Fees & Pick<Terms, 'minTrade'>,
): Quote => {
  if (amount <= 0n) throw new BuildError('INVALID_REQUEST', 'amount must be above 0')
  const quote = tradeOf(venue, side, amount, terms)
  checkLeast(venue, side, quote, terms)
  checkMost(venue, side, quote, terms)
  return quote
}

/** Limits for the output. */
export interface Tolerance {
  readonly slippage: Slippage
  /** Smallest units, even if the slippage allows less. */
  readonly minOutput?: bigint | undefined
  /** An order whose minimum output is above the quote may wait for a better price. */
  readonly rest?: boolean | undefined
}

/** On a curve, the output at its first price or at the cap. On an AMM pool, everything in the pool. */
const highestOutput = (venue: Venue, side: 'BUY' | 'SELL', input: bigint, fees: Fees): bigint => {
  if (venue.kind === 'amm') return side === 'BUY' ? EMISSION : MAX_LOVELACE
  const sold = side === 'BUY' ? 0n : buyTokens(venue.pool, 0n, venue.pool.adaCap - SEED)
  return outputFor({ ...venue, tokens: EMISSION - sold }, side, input, fees)
}

/**
 * Checks a minimum output above the quote.
 * @throws {BuildError} unless the order may wait for this output, and the price can reach it
 */
const checkResting = (
  venue: Venue,
  side: Side,
  { input, output }: Quote,
  minOutput: bigint,
  { rest, ...fees }: Fees & Pick<Tolerance, 'rest'>,
): void => {
  if (rest !== true)
    throw new BuildError(
      'QUOTE_BELOW_MIN_OUTPUT',
      `the trade gives ${output} at the current price, less than minOutput`,
    )
  const highest = side === 'BUY_WITH_OUTPUT' ? output : highestOutput(venue, side, input, fees)
  if (minOutput > highest)
    throw new BuildError(
      'INVALID_REQUEST',
      `minOutput can never be reached: for this amount the pool gives at most ${highest}`,
    )
}

/**
 * Output per input by the slippage or the minimum output, whichever is better for the trader.
 * @throws {BuildError} `QUOTE_BELOW_MIN_OUTPUT` if the quote is below the minimum output and the order must not wait; `INVALID_REQUEST` for
 * an order that could never be filled
 */
export const worstPriceOf = (
  venue: Venue,
  side: Side,
  quote: Quote,
  { slippage, minOutput = 0n, rest }: Tolerance,
  { basisPoints }: Fees,
): Ratio => {
  const { input, output } = quote
  if (rest === true && (minOutput === 0n || side === 'BUY_WITH_OUTPUT'))
    throw new BuildError('INVALID_REQUEST', 'an order that rests needs minOutput, and the side BUY or SELL')
  if (output < minOutput) checkResting(venue, side, quote, minOutput, { basisPoints, rest })
  const bySlippage = worstPrice(output, input, slippage)
  return minOutput > leastOutput(bySlippage, input) ? priceOfLeast(minOutput, input) : bySlippage
}

/** Lovelace per token, including the percentage fee, in lowest terms. */
export const priceOf = (side: Side, { input, output }: Quote): Ratio =>
  reduceRatio(
    side === 'SELL' ? { numerator: output, denominator: input } : { numerator: input, denominator: output },
  )

/** Lovelace per token for the smallest possible trade, without fees. */
const spotPriceOf = (venue: Venue): Ratio => {
  if (venue.kind === 'curve') return spotPrice(venue.pool, soldTokens(venue.tokens))
  const { x, y } = reservesOf(venue.pool, venue.lovelace, venue.tokens)
  return { numerator: x, denominator: y }
}

/** Share of the spot price, without the percentage fee: what a purchase pays above it, or a sale gets below it. */
export const priceImpact = (
  venue: Venue,
  side: Side,
  { input, output }: Quote,
  { basisPoints }: Fees,
): Ratio => {
  const { numerator: x, denominator: y } = spotPriceOf(venue)
  if (side === 'SELL') {
    const gross = outputFor(venue, 'SELL', input, { basisPoints: 0n })
    return { numerator: input * x - gross * y, denominator: input * x }
  }
  const net = netOf(input, basisPoints)
  return { numerator: net * y - output * x, denominator: output * x }
}
