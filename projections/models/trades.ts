// Every trade of a listed pool's token, in the order of the chain: with the pool, or between orders.
import { formatDecimal } from '../../schema/ratio.ts'
import type { ModelDescription } from '../engine/model.ts'
import { appendTable, bigint, blob, integer, nullable, positionOf, text } from '../engine/table.ts'
import { TableWriter } from '../engine/table-writer.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'

export const trades = appendTable('trades', {
  columns: {
    pool: text,
    transaction_id: blob,
    /** `curve` or `amm`; `orders` where orders filled each other, with no pool between them. */
    venue: text,
    /** `buy` or `sell`, of the trader. */
    side: text,
    lovelace: bigint,
    tokens: bigint,
    /** The pool's price after it (of orders among themselves: after the block), lovelace per token, decimal. */
    price: text,
    /** The order it filled; null for a trade without one. */
    order_transaction: nullable(blob),
    order_index: nullable(integer),
    /** Unix seconds of its block. */
    time: integer,
  },
  indexes: [{ columns: ['pool', 'position'] }],
  published: true,
})

export const tradesModel: ModelDescription<LaunchpadEvent> = {
  tables: [trades],
  open(database, holder) {
    const writer = new TableWriter(database, trades, holder)
    const priceOf = database.prepare('SELECT price FROM pools WHERE nft = ?').pluck()
    return {
      apply({ block, time, events }) {
        let ordinal = 0
        for (const event of events) {
          if (event.kind !== 'traded' && event.kind !== 'matched') continue
          const { order } = event
          writer.insert({
            position: positionOf(block.point.slot, ordinal++),
            pool: event.pool,
            transaction_id: Buffer.from(event.transaction, 'hex'),
            venue: event.kind === 'matched' ? 'orders' : event.venue,
            side: event.side,
            lovelace: event.lovelace,
            tokens: event.tokens,
            price: event.kind === 'matched' ? String(priceOf.get(event.pool)) : formatDecimal(event.price),
            order_transaction: order === null ? null : Buffer.from(order.transaction, 'hex'),
            order_index: order === null ? null : order.index,
            time,
          })
        }
      },
    }
  },
}
