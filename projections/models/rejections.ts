// What was rejected: pools that look like the launchpad's and are not listed, counted by reason, so that an operator
// sees when a witness or an executor was exchanged and his configuration does not know it. A row a reason, however
// many there are of it.
import type { Hex } from '../../schema/primitives.ts'
import { model } from '../engine/fold/model.ts'
import { hex, integer, text } from '../engine/table/column.ts'
import type { StateRows } from '../engine/table/rows.ts'
import { stateTable } from '../engine/table/table.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'

export const rejections = stateTable('rejections', {
  key: ['reason'],
  columns: {
    /** A sentence, one of a few. */
    reason: text,
    count: integer,
    /** Transaction id and slot of the last one. */
    transaction_id: hex,
    slot: integer,
  },
})

const count = (
  { rejections: rows }: { readonly rejections: StateRows<typeof rejections.columns, 'reason'> },
  reason: string,
  transaction: Hex,
  slot: number,
): void =>
  rows.change({ reason }, (row) => ({ count: (row?.count ?? 0) + 1, transaction_id: transaction, slot }))

export const rejectionsModel = model<LaunchpadEvent>()({
  name: 'rejections',
  version: 1,
  tables: { rejections },
  on: {
    poolRejected({ reason, transaction }, tables, { slot }) {
      count(tables, reason, transaction, slot)
    },
    otherSupply({ pools, transaction }, tables, { slot }) {
      for (const { reason } of pools) count(tables, reason, transaction, slot)
    },
  },
})
