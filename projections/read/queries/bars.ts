// Bars for charts, by token, resolution and time. Each bar is stored with its JSON for responses.

import type Database from 'better-sqlite3'
import type { Resolution } from '../../../schema/responses/charts.ts'
import type { RowOf } from '../../engine/table/table.ts'
import { bars, resolutionId } from '../../models/bars.ts'
import { param, prepare, queries } from '../reader/prepared.ts'

export type BarRow = Pick<
  RowOf<typeof bars.columns>,
  'time' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'market_cap' | 'fragment'
>

export type BarText = readonly (number | string)[]

export const barQueries = (database: Database.Database) => {
  const inRange = queries
    .selectFrom('bars')
    .where('pool', '=', param<number>('pool'))
    .where('resolution', '=', param<number>('resolution'))
    .where('time', '>=', param<number>('from'))
    .where('time', '<', param<number>('to'))
    .orderBy('time', 'desc')
    .limit(param<number>('limit'))
  const newest = prepare(
    database,
    inRange.select(['time', 'open', 'high', 'low', 'close', 'volume', 'market_cap', 'fragment']),
    bars.columns,
  )
  const texts = {
    fragment: prepare(database, inRange.select(['time', 'fragment']), bars.columns),
    market_cap: prepare(database, inRange.select(['time', 'market_cap']), bars.columns),
  }
  return {
    /** Bars with `from <= time < to`, at most `limit`, oldest first. */
    newest: (pool: number, resolution: Resolution, from: number, to: number, limit: number): BarRow[] =>
      newest.all({ pool, resolution: resolutionId(resolution), from, to, limit }).reverse(),
    /** Stored JSON or market cap only. */
    newestTexts: (
      column: keyof typeof texts,
      pool: number,
      resolution: Resolution,
      from: number,
      to: number,
      limit: number,
    ): BarText[] =>
      texts[column].tuples({ pool, resolution: resolutionId(resolution), from, to, limit }).reverse(),
  }
}
