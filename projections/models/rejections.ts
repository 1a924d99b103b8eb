// Pools that resemble the launchpad's and are not listed, counted by reason, one row for each reason. The reasons tell an operator of a new
// witness or executor that the operations config lacks.
import type { Hex } from '../../schema/primitives.ts'
import { model } from '../engine/fold/model.ts'
import { hex, integer, text } from '../engine/table/column.ts'
import type { StateRows } from '../engine/table/rows.ts'
import { stateTable } from '../engine/table/table.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'

export const rejections = stateTable('rejections', {
  key: ['reason'],
  columns: {
    /** Reason of the rejection, a sentence. */
    reason: text,
    /** Number of rejections for this reason. */
    count: integer,
    /** Transaction of the last rejection. */
    transaction_id: hex,
    /** Slot of the last rejection. */
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
