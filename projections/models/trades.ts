// Every trade of a listed pool's token, in the order of the chain: with the pool, or between orders.
import { formatDecimal } from '../../schema/codecs/ratio.ts'
import { model } from '../engine/fold/model.ts'
import { amount, hex, integer, nullable, oneOf, text } from '../engine/table/column.ts'
import { appendTable, type RowOf } from '../engine/table/table.ts'
import type { LaunchpadEvent, Matched, Traded } from '../interpret/events.ts'

export const trades = appendTable('trades', {
  columns: {
    pool: text,
    transaction_id: hex,
    /** `orders` where orders filled each other, with no pool between them. */
    venue: oneOf('curve', 'amm', 'orders'),
    /** Side of the trader. */
    side: oneOf('buy', 'sell'),
    lovelace: amount,
    tokens: amount,
    /** The pool's price after it or, of orders among themselves, their own; lovelace per token, decimal. */
    price: text,
    /** The order it filled; null for a trade without one. */
    order_transaction: nullable(hex),
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
