// From a pool's UTxO before and after a transaction to the trades that happened in between: one for each order
// it filled or, where no order accounts for all that moved, one for the pool's whole change.
import { ADA } from '../../schema/primitives.ts'
import type { Ratio } from '../../schema/ratio.ts'
import type { LaunchpadEvent, OrderFilled, PoolReserves, Traded, Venue } from './events.ts'

export interface TradedPool {
  readonly venue: Venue
  /** All its UTxO held before and after: fees that accumulate in an AMM pool were paid by traders too. */
  readonly held: { readonly before: PoolReserves; readonly after: PoolReserves }
  /** The pool after the transaction, as every event about it says. */
  readonly after: Pick<Traded, 'transaction' | 'pool' | 'token' | 'output' | 'reserves' | 'price'>
  /**
   * The price when the pool holds this many tokens, before and between trades. A pool whose price does not follow
   * from its tokens alone gives its price before; the price after the last trade is that of `after`.
   */
  readonly priceAt: (tokens: bigint) => Ratio
}

/** The trades of the orders filled, in input order; undefined when they do not add up to the pool's change. */
export const fillTrades = (pool: TradedPool, fills: readonly OrderFilled[]): Traded[] | undefined => {
  const { held, after } = pool
  const ofPool = fills.filter(
    ({ terms }) =>
      (terms.from === ADA && terms.to === after.token) || (terms.from === after.token && terms.to === ADA),
  )
  if (ofPool.length === 0) return undefined
  let { tokens } = held.before
  let price = pool.priceAt(tokens)
  const trades = ofPool.map((fill, at): Traded => {
    const isBuy = fill.terms.from === ADA
    tokens += isBuy ? -fill.toAmount : fill.fromAmount
    const priceBefore = price
    price = at === ofPool.length - 1 ? after.price : pool.priceAt(tokens)
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
  return tokens === held.after.tokens ? trades : undefined
}

/** The pool's whole change as one trade, or as a change that is none when nothing was swapped. */
export const poolTrade = (pool: TradedPool): LaunchpadEvent[] => {
  const { held, after, venue } = pool
  const lovelace = held.after.lovelace - held.before.lovelace
  const tokens = held.after.tokens - held.before.tokens
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
      priceBefore: pool.priceAt(held.before.tokens),
      order: null,
    },
  ]
}
