// Bars as charts read them: by token, resolution and time, each with the JSON in which it is served.
import type Database from 'better-sqlite3'
import type { Resolution } from '../../../schema/answers/charts.ts'
import { bars, resolutionId } from '../../models/bars.ts'
import { param, prepare, queries } from '../reader/prepared.ts'

export interface BarRow {
  /** Start, Unix seconds. */
  readonly time: number
  /** Prices as exact fractions, see `formatRatio`. */
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  /** Lovelace. */
  readonly volume: bigint
  /** Lovelace, digits. */
  readonly market_cap: string
  /** JSON from `"time"` to the closing brace. */
  readonly fragment: string
}

/** A bar's time and one of its texts, in this order. */
export type BarText = readonly (number | string)[]

interface BarQueries {
  /** The newest bars of a pool with `from <= time < to`, at most `limit`, oldest first. */
  newest(pool: number, resolution: Resolution, from: number, to: number, limit: number): BarRow[]
  /** Newest bars with only the stored JSON or the market cap. */
  newestTexts(
    column: 'fragment' | 'market_cap',
    pool: number,
    resolution: Resolution,
    from: number,
    to: number,
    limit: number,
  ): BarText[]
}

export const barQueries = (database: Database.Database): BarQueries => {
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
    newest: (id, resolution, from, to, limit) =>
      newest.all({ pool: id, resolution: resolutionId(resolution), from, to, limit }).reverse(),
    newestTexts: (column, id, resolution, from, to, limit) =>
      texts[column].tuples({ pool: id, resolution: resolutionId(resolution), from, to, limit }).reverse(),
  }
}
