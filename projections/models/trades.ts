// Every trade of a listed pool's token, in the order of the chain: with the pool, or between orders.
import { paymentCredential } from '../../schema/codecs/address.ts'
import { formatDecimal } from '../../schema/codecs/ratio.ts'
import { type EventPlace, model } from '../engine/fold/model.ts'
import { amount, hex, integer, nullable, oneOf, text } from '../engine/table/column.ts'
import { appendTable, type RowOf } from '../engine/table/table.ts'
import type { LaunchpadEvent, Matched, Traded } from '../interpret/events.ts'

export const trades = appendTable('trades', {
  columns: {
    /** Asset id of the NFT of the pool, see `pools.nft`. */
    pool: text,
    /** Transaction that made the trade. */
    transaction_id: hex,
    /** `curve`, `amm`, or `orders` if orders filled each other without a pool. */
    venue: oneOf('curve', 'amm', 'orders'),
    /** Side of the trader. */
    side: oneOf('buy', 'sell'),
    /** ADA side of the trade, lovelace. */
    lovelace: amount,
    /** Token side of the trade, smallest units. */
    tokens: amount,
    /** Price of the pool after the trade, or of the orders that filled each other; lovelace per token, decimal. */
    price: text,
    /** Transaction id of the order that was filled; null for a trade without an order. */
    order_transaction: nullable(hex),
    /** Output index of that order; null for a trade without an order. */
    order_index: nullable(integer),
    /** Unix seconds of its block. */
    time: integer,
    /** Height of its block. */
    height: integer,
    /** Position of its event, which orders it among the changes of pools in `liquidity`. */
    event: integer,
    /** Hash of the payment part of `address`: of a key or of a script; null if the trader is unknown. */
    trader: nullable(hex),
    /**
     * Raw bytes of the address of the order's owner, or of the buyer at a launch. Without an order: of the first input outside of the
     * launchpad's scripts. Null if the trader is unknown.
     */
    address: nullable(hex),
    /** ADA reserve of the pool after the transaction, lovelace; null for a trade between orders. */
    reserve_lovelace: nullable(amount),
    /** Token reserve of the pool after the transaction; null for a trade between orders. */
    reserve_tokens: nullable(amount),
  },
  indexes: {
    pool: ['pool', 'position'],
    trader: ['trader', 'position'],
    trader_pool: ['trader', 'pool', 'position'],
    height: ['height'],
  },
  topics: { pool: 'pool' },
})

type TradeRow = Omit<RowOf<typeof trades.columns>, 'position'>

const rowOf = (
  { pool, transaction, side, lovelace, tokens, order, trader }: Traded | Matched,
  { time, height, position }: EventPlace,
  rest: Pick<TradeRow, 'venue' | 'price' | 'reserve_lovelace' | 'reserve_tokens'>,
): TradeRow => ({
  pool,
  transaction_id: transaction,
  side,
  lovelace,
  tokens,
  order_transaction: order?.transaction ?? null,
  order_index: order?.index ?? null,
  time,
  height,
  event: position,
  trader: trader === null ? null : (paymentCredential(trader)?.hash ?? null),
  address: trader,
  ...rest,
})

export const tradesModel = model<LaunchpadEvent>()({
  name: 'trades',
  version: 2,
  tables: { trades },
  on: {
    traded(event, tables, at) {
      const { venue, reserves } = event
      const price = formatDecimal(event.price)
      const [reserve_lovelace, reserve_tokens] = [reserves.lovelace, reserves.tokens]
      tables.trades.append(rowOf(event, at, { venue, price, reserve_lovelace, reserve_tokens }))
    },
    matched(event, tables, at) {
      const { lovelace, tokens } = event
      const price = formatDecimal({ numerator: lovelace, denominator: tokens })
      const reserves = { reserve_lovelace: null, reserve_tokens: null }
      tables.trades.append(rowOf(event, at, { venue: 'orders', price, ...reserves }))
    },
  },
})
