import type Database from 'better-sqlite3'
import type { UnixSeconds } from '../../../schema/platform/clocks.ts'
import { bucketStart } from '../../../schema/responses/charts.ts'
import { activity } from '../../models/activity.ts'
import { param, prepare, queries } from '../reader/prepared.ts'

const DAY = 86_400

/** 288 buckets of five minutes, up to the current one. `now` is in Unix seconds. */
export const dayTotalsQuery = (database: Database.Database) => {
  const { columns } = activity
  const since = prepare(
    database,
    queries
      .selectFrom('activity')
      .select(['volume', 'trades'])
      .where('time', '>', param<number>('after'))
      .where('time', '<=', param<number>('now')),
    columns,
  )
  return (now: UnixSeconds) =>
    since
      .all({ after: bucketStart('min5', now) - DAY, now })
      .reduce((sum, { volume, trades }) => ({ volume: sum.volume + volume, trades: sum.trades + trades }), {
        volume: 0n,
        trades: 0,
      })
}
