// From a pool's UTxO before and after a transaction to the trades that happened in between: one for each order
// it filled or, where no order accounts for all that moved, one for the pool's whole change.
import { ADA } from '../../schema/primitives.ts'
import type { Ratio } from '../../schema/ratio.ts'
import type { LaunchpadEvent, OrderFilled, PoolReserves, Traded, Venue } from './events.ts'

export interface TradedPool {
  readonly venue: Venue
  readonly before: PoolReserves
  /** The pool after the transaction, as every event about it says. */
  readonly after: Pick<Traded, 'transaction' | 'pool' | 'token' | 'output' | 'reserves' | 'price'>
  /**
   * The price when the pool holds this many tokens, between before and after. A pool whose price does not follow
   * from its tokens alone gives its price before, until its tokens are those after.
   */
  readonly priceAt: (tokens: bigint) => Ratio
}

/** The trades of the orders filled, in input order; undefined when they do not add up to the pool's change. */
export const fillTrades = (pool: TradedPool, fills: readonly OrderFilled[]): Traded[] | undefined => {
  const { before, after } = pool
  const ofPool = fills.filter(
    ({ terms }) =>
      (terms.from === ADA && terms.to === after.token) || (terms.from === after.token && terms.to === ADA),
  )
  if (ofPool.length === 0) return undefined
  let { tokens } = before
  let price = pool.priceAt(tokens)
  const trades = ofPool.map((fill): Traded => {
    const isBuy = fill.terms.from === ADA
    tokens += isBuy ? -fill.toAmount : fill.fromAmount
    const priceBefore = price
    price = pool.priceAt(tokens)
    return {
      kind: 'traded',
      ...after,
      price,
      venue: pool.venue,
      side: isBuy ? 'buy' : 'sell',
      lovelace: isBuy ? fill.fromAmount : fill.toAmount,
      tokens: isBuy ? fill.toAmount : fill.fromAmount,
      priceBefore,
      order: fill.order,
    }
  })
  return tokens === after.reserves.tokens ? trades : undefined
}

/** The pool's whole change as one trade, or as a change that is none when nothing was swapped. */
export const poolTrade = (pool: TradedPool): LaunchpadEvent[] => {
  const { before, after, venue } = pool
  const lovelace = after.reserves.lovelace - before.lovelace
  const tokens = after.reserves.tokens - before.tokens
  const isBuy = lovelace > 0n && tokens < 0n
  const isSell = lovelace < 0n && tokens > 0n
  if (!isBuy && !isSell) return [{ kind: 'poolChanged', ...after, venue }]
  return [
    {
      kind: 'traded',
      ...after,
      venue,
      side: isBuy ? 'buy' : 'sell',
      lovelace: isBuy ? lovelace : -lovelace,
      tokens: isBuy ? -tokens : tokens,
      priceBefore: pool.priceAt(before.tokens),
      order: null,
    },
  ]
}
