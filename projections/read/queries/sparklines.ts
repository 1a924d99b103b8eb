// A few closing prices per token over a range, for the small charts in lists of tokens. They are read in a read thread, from bars that are
// not longer than the step between two prices.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { formatDecimal, parseRatio } from '../../../schema/codecs/ratio.ts'
import type { AssetId } from '../../../schema/primitives.ts'
import { RESOLUTIONS, type Resolution, secondsOf } from '../../../schema/responses/charts.ts'
import type { Sparkline } from '../../../schema/responses/sparklines.ts'
import { integer } from '../../engine/table/column.ts'
import { bars, resolutionId } from '../../models/bars.ts'
import type { ModelsReader } from '../reader/models-reader.ts'
import { param, prepare, queries } from '../reader/prepared.ts'
import { poolIdQuery } from './pool-id.ts'

/** `from <= time < to`, Unix seconds. */
export interface SparklinesRead {
  readonly name: 'sparklines'
  readonly assets: readonly AssetId[]
  readonly from: number
  readonly to: number
  /** Closing prices of each token. */
  readonly points: number
}

/** The longest resolution up to a step. Weeks and months do not start at multiples of a day. */
const resolutionFor = (step: number): Resolution =>
  RESOLUTIONS.findLast((resolution) => {
    const seconds = secondsOf(resolution)
    return seconds !== undefined && seconds <= step && seconds <= 86_400
  }) ?? 'min1'

const LOW_BITS = 32n

// SQLite fails for a sum above 2^63, so amounts are summed in two halves.
export const upperHalf = (column: string) => sql<bigint>`sum(${sql.ref(column)} >> 32)`
export const lowerHalf = (column: string) => sql<bigint>`sum(${sql.ref(column)} & 4294967295)`
export const sumOfHalves = (upper: bigint, lower: bigint): bigint => (upper << LOW_BITS) + lower

/** The binding passes numbers as floats, and a division by a float would not be an integer division. */
const whole = (name: string) => sql<number>`CAST(${param<number>(name)} AS INTEGER)`

const stepsQuery = (database: Database.Database) => {
  const step = sql<number>`(time - ${whole('from')}) * ${whole('points')} / ${whole('length')}`
  return prepare(
    database,
    queries
      .selectFrom('bars')
      .select([
        step.as('step'),
        // With max(), SQLite takes the other columns from the row with the maximum.
        sql<number>`max(time)`.as('time'),
        'close',
        upperHalf('volume').as('high'),
        lowerHalf('volume').as('low'),
        sql<number>`sum(trades)`.as('trades'),
      ])
      .where('pool', '=', param<number>('pool'))
      .where('resolution', '=', param<number>('resolution'))
      .where('time', '>=', param<number>('from'))
      .where('time', '<', param<number>('to'))
      .groupBy(sql`1`)
      .orderBy(sql`1`),
    {
      step: integer,
      time: integer,
      close: bars.columns.close,
      high: bars.columns.volume,
      low: bars.columns.volume,
      trades: integer,
    },
  )
}

/** The close of the last bar before the time or, without one, the open of the first bar. */
export const priceAtQuery = (database: Database.Database) => {
  const ofPool = queries
    .selectFrom('bars')
    .where('pool', '=', param<number>('pool'))
    .where('resolution', '=', param<number>('resolution'))
  const before = prepare(
    database,
    ofPool.select('close').where('time', '<', param<number>('time')).orderBy('time', 'desc').limit(1),
    bars.columns,
  )
  const first = prepare(
    database,
    ofPool.select('open').where('time', '>=', param<number>('time')).orderBy('time').limit(1),
    bars.columns,
  )
  return (pool: number, resolution: number, time: number): string | undefined => {
    const at = { pool, resolution, time }
    return before.get(at)?.close ?? first.get(at)?.open
  }
}

export const sparklineQueries = (database: Database.Database) => {
  const poolOf = poolIdQuery(database)
  const steps = stepsQuery(database)
  const priceAt = priceAtQuery(database)
  return (asset: AssetId, { from, to, points }: SparklinesRead): Sparkline | undefined => {
    const pool = poolOf(asset)
    const length = to - from
    const resolution = resolutionId(resolutionFor(length / points))
    const opened = pool === undefined ? undefined : priceAt(pool, resolution, from)
    if (pool === undefined || opened === undefined) return undefined
    const closes: string[] = []
    const open = formatDecimal(parseRatio(opened))
    let last = open
    let volume = 0n
    let trades = 0
    for (const at of steps.all({ pool, resolution, from, to, points, length })) {
      while (closes.length < at.step) closes.push(last)
      last = formatDecimal(parseRatio(at.close))
      closes.push(last)
      volume += sumOfHalves(at.high, at.low)
      trades += at.trades
    }
    while (closes.length < points) closes.push(last)
    return { asset, open, closes, volume: `${volume}`, trades }
  }
}

/** @returns a JSON array without tokens that were not launched here */
export const sparklinesOf = (reader: ModelsReader): ((read: SparklinesRead) => string) => {
  const queriesOf = reader.prepared(sparklineQueries)
  return (read) =>
    JSON.stringify([...new Set(read.assets)].flatMap((asset) => queriesOf()(asset, read) ?? []))
}
