// What was traded of all tokens together, in buckets of five minutes: for totals over the last hours, which otherwise
// would be sums over every token's bars.
import { bucketStart } from '../../schema/answers/charts.ts'
import { least, MAX_QUANTITY } from '../../schema/launchpad/limits.ts'
import { type FoldedBlock, model } from '../engine/fold/model.ts'
import { amount, integer } from '../engine/table/column.ts'
import type { StateRows } from '../engine/table/rows.ts'
import { stateTable } from '../engine/table/table.ts'
import type { LaunchpadEvent, Matched, Traded } from '../interpret/events.ts'

export const activity = stateTable('activity', {
  key: ['time'],
  columns: {
    /** Start of the bucket, Unix seconds. */
    time: integer,
    /** ADA legs of executed orders and trades, lovelace; at most what the column holds, 200 times all ADA. */
    volume: amount,
    /** Their number. */
    trades: integer,
  },
})

const count = (
  rows: StateRows<typeof activity.columns, 'time'>,
  { lovelace }: Traded | Matched,
  { time }: FoldedBlock,
): void =>
  rows.change({ time: bucketStart('min5', time) }, (row) => ({
    volume: least((row?.volume ?? 0n) + lovelace, MAX_QUANTITY),
    trades: (row?.trades ?? 0) + 1,
  }))

export const activityModel = model<LaunchpadEvent>()({
  name: 'activity',
  version: 1,
  tables: { activity },
  on: {
    traded: (event, tables, block) => count(tables.activity, event, block),
    matched: (event, tables, block) => count(tables.activity, event, block),
  },
})
