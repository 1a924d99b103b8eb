// Every trade of a listed pool's token, in the order of the chain: with the pool, or between orders.
import { formatDecimal } from '../../schema/codecs/ratio.ts'
import { model } from '../engine/fold/model.ts'
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
  },
  indexes: { pool: ['pool', 'position'] },
  topics: { pool: 'pool' },
})

type TradeRow = Omit<RowOf<typeof trades.columns>, 'position'>

const rowOf = (
  { pool, transaction, side, lovelace, tokens, order }: Traded | Matched,
  rest: Pick<TradeRow, 'venue' | 'price' | 'time'>,
): TradeRow => ({
  pool,
  transaction_id: transaction,
  side,
  lovelace,
  tokens,
  order_transaction: order?.transaction ?? null,
  order_index: order?.index ?? null,
  ...rest,
})

export const tradesModel = model<LaunchpadEvent>()({
  name: 'trades',
  version: 1,
  tables: { trades },
  on: {
    traded(event, tables, { time }) {
      tables.trades.append(rowOf(event, { venue: event.venue, price: formatDecimal(event.price), time }))
    },
    matched(event, tables, { time }) {
      const { lovelace, tokens } = event
      const price = formatDecimal({ numerator: lovelace, denominator: tokens })
      tables.trades.append(rowOf(event, { venue: 'orders', price, time }))
    },
  },
})
