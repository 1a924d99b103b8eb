// Volume of all tokens together, in buckets of five minutes. From these rows, totals of the last hours are computed without the bars of
// each token.

import { least, MAX_QUANTITY } from '../../schema/amount-limits.ts'
import { bucketStart } from '../../schema/responses/charts.ts'
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
    /** Lovelace of all executed orders and trades; capped at 200 times all ADA. */
    volume: amount,
    /** Number of orders and trades. */
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
