// Every trade with a listed pool, in the order of the chain.
import { formatDecimal } from '../../schema/ratio.ts'
import type { ModelDescription } from '../engine/model.ts'
import { appendTable, bigint, blob, integer, nullable, positionOf, text } from '../engine/table.ts'
import { TableWriter } from '../engine/table-writer.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'

export const trades = appendTable('trades', {
  columns: {
    pool: text,
    transaction_id: blob,
    /** `curve` or `amm`. */
    venue: text,
    /** `buy` or `sell`, of the trader. */
    side: text,
    lovelace: bigint,
    tokens: bigint,
    /** Lovelace per token after it, decimal. */
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
    return {
      apply({ block, time, events }) {
        let ordinal = 0
        for (const event of events) {
          if (event.kind !== 'traded') continue
          const { order } = event
          writer.insert({
            position: positionOf(block.point.slot, ordinal++),
            pool: event.pool,
            transaction_id: Buffer.from(event.transaction, 'hex'),
            venue: event.venue,
            side: event.side,
            lovelace: event.lovelace,
            tokens: event.tokens,
            price: formatDecimal(event.price),
            order_transaction: order === null ? null : Buffer.from(order.transaction, 'hex'),
            order_index: order === null ? null : order.index,
            time,
          })
        }
      },
    }
  },
}
