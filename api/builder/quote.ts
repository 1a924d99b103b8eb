// What an order brings at the price of now, before slippage. The percentage fee is taken on the ADA side, as the
// executor takes it; everything is rounded against the trader.
import { type AmmFees, feeNumerator, reservesOf, swapInput } from '../../schema/launchpad/amm.ts'
import { type CurveParams, lovelaceToBuy, SEED, soldTokens } from '../../schema/launchpad/curve.ts'
import { grossFor, netOf } from '../../schema/launchpad/fees.ts'
import { type QuotedPool, quoteBuy, quoteSell } from '../../schema/launchpad/quote.ts'
import { BuildError } from './build-error.ts'
import type { Terms } from './terms.ts'

/** BUY and SELL name the input, BUY_WITH_OUTPUT the tokens to receive. */
export type Side = 'BUY' | 'BUY_WITH_OUTPUT' | 'SELL'

/** Where a token trades, and what the pool holds: on its curve, or on an AMM pool once it graduated. */
export type Venue = {
  /** In the pool's output; a curve's seed and an AMM's accumulated fees are counted. */
  readonly lovelace: bigint
  readonly tokens: bigint
} & (
  | { readonly kind: 'curve'; readonly pool: CurveParams & { readonly adaCap: bigint } }
  | { readonly kind: 'amm'; readonly pool: AmmFees }
)

/** Lovelace and tokens, or tokens and lovelace. */
export interface Quote {
  readonly input: bigint
  readonly output: bigint
}

type Fees = Pick<Terms, 'basisPoints'>

/** What an exact input brings: tokens for lovelace with the fee in it, or lovelace after the fee for tokens. */
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

/** Lovelace that buys exactly so many tokens, with the fee. */
const inputFor = (venue: Venue, tokens: bigint, { basisPoints }: Fees): bigint => {
  if (venue.kind === 'curve') {
    if (tokens >= venue.tokens) throw tooMuch(`the curve has ${venue.tokens} tokens left`)
    return grossFor(lovelaceToBuy(venue.pool, soldTokens(venue.tokens), tokens), basisPoints)
  }
  const { x, y } = reservesOf(venue.pool, venue.lovelace, venue.tokens)
  const net = swapInput({ input: x, output: y }, feeNumerator(venue.pool), tokens)
  if (net === undefined) throw tooMuch(`the pool holds ${y} tokens`)
  return grossFor(net, basisPoints)
}

/** A curve counts as active to a thousandth beyond its cap. */
const overfilled = (collected: bigint): bigint => (collected * 1_001n) / 1_000n

const checkCurve = (venue: Venue & { kind: 'curve' }, side: Side, quote: Quote, fees: Fees): void => {
  const { adaCap } = venue.pool
  if (venue.lovelace >= adaCap) throw tooMuch('Pool is graduating, try again later')
  if (side === 'SELL') {
    const sold = soldTokens(venue.tokens)
    if (quote.input > sold) throw tooMuch(`the curve has sold ${sold} tokens`)
    return
  }
  const room = overfilled(adaCap - SEED) - (venue.lovelace - SEED)
  if (netOf(quote.input, fees.basisPoints) > room)
    throw tooMuch(`the curve takes ${room} lovelace more, after the fee`)
}

/**
 * The quote of an order, held against the least and the greatest trade.
 * @param amount lovelace of a BUY; tokens of a BUY_WITH_OUTPUT or a SELL
 * @throws {BuildError} `MIN_TRADE_AMOUNT` or `MAX_TRADE_AMOUNT`
 */
export const quoteOrder = (
  venue: Venue,
  side: Side,
  amount: bigint,
  terms: Fees & Pick<Terms, 'minTrade'>,
): Quote => {
  if (amount <= 0n) throw new BuildError('INVALID_REQUEST', 'the amount must be above 0')
  const quote: Quote =
    side === 'BUY_WITH_OUTPUT'
      ? { input: inputFor(venue, amount, terms), output: amount }
      : { input: amount, output: outputFor(venue, side, amount, terms) }
  if (venue.kind === 'curve') checkCurve(venue, side, quote, terms)
  // The least trade is about what moves: of a SELL that is before the fee.
  const ada = side === 'SELL' ? outputFor(venue, 'SELL', amount, { basisPoints: 0n }) : quote.input
  if (ada < terms.minTrade)
    throw new BuildError(
      'MIN_TRADE_AMOUNT',
      `the trade is of ${ada} lovelace: ${terms.minTrade} is the least`,
    )
  if (quote.output <= 0n) throw new BuildError('MIN_TRADE_AMOUNT', 'the trade is too small to bring anything')
  return quote
}
