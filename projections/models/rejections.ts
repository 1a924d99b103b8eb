// What was rejected: pools that look like the launchpad's and are not listed, counted by reason, so that an operator
// sees when a witness or an executor was exchanged and his configuration does not know it. A row a reason, however
// many there are of it.
import type { ModelDescription } from '../engine/model.ts'
import { blob, integer, stateTable, text } from '../engine/table.ts'
import { TableWriter } from '../engine/table-writer.ts'
import type { LaunchpadEvent, PoolRejected } from '../interpret/events.ts'

export const rejections = stateTable('rejections', {
  key: ['reason'],
  columns: {
    /** A sentence, one of a few. */
    reason: text,
    count: integer,
    /** Of the last one: its transaction's id, and its slot. */
    transaction_id: blob,
    slot: integer,
  },
})

export const rejectionsModel: ModelDescription<LaunchpadEvent> = {
  tables: [rejections],
  open(database, holder) {
    const writer = new TableWriter(database, rejections, holder)
    return {
      apply({ block, events }) {
        const ofBlock = new Map<string, { count: number; last: PoolRejected }>()
        for (const event of events)
          if (event.kind === 'poolRejected')
            ofBlock.set(event.reason, { count: (ofBlock.get(event.reason)?.count ?? 0) + 1, last: event })
        for (const [reason, { count, last }] of ofBlock) {
          const row = writer.get(reason)
          const next = {
            reason,
            count: (row?.count ?? 0) + count,
            transaction_id: Buffer.from(last.transaction, 'hex'),
            slot: block.point.slot,
          }
          if (row === undefined) writer.insert(next)
          else writer.update(row, next)
        }
      },
    }
  },
}
