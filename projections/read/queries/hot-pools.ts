// Pools that traded in the last minutes or hours, ranked by a figure of that window and filtered. Only the window's trades are read,
// however many tokens exist. The first trade is found by bisection, since positions and times have the same order. The figures of a window
// are cached until a commit, so for another rank, filter or page they are only sorted again.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { formatDecimal, parseRatio, roundHalfUp } from '../../../schema/codecs/ratio.ts'
import { EMISSION } from '../../../schema/launchpad/curve.ts'
import type { UnixSeconds } from '../../../schema/platform/clocks.ts'
import { bucketStart } from '../../../schema/responses/charts.ts'
import {
  HOT_WINDOWS,
  type HotPool,
  type HotRank,
  type HotWindow,
} from '../../../schema/responses/hot-pools.ts'
import { integer, nullable, text } from '../../engine/table/column.ts'
import { balances } from '../../models/balances.ts'
import { bars, resolutionId } from '../../models/bars.ts'
import { holderTotals } from '../../models/holders.ts'
import { pools } from '../../models/pools.ts'
import { trades } from '../../models/trades.ts'
import { cachedUntilCommit } from '../changed-rows.ts'
import type { ModelsReader } from '../reader/models-reader.ts'
import { param, prepare, queries } from '../reader/prepared.ts'
import { poolReadsOf } from './pools.ts'
import { lowerHalf, priceAtQuery, sumOfHalves, upperHalf } from './sparklines.ts'

/** Bounds are inclusive. */
interface HotFilter {
  readonly venue?: 'curve' | 'amm'
  /** Lovelace. */
  readonly minCap?: bigint
  readonly maxCap?: bigint
  readonly minVolume?: bigint
  readonly minHolders?: number
  /** Percentage of all tokens. */
  readonly maxCreator?: number
  /** Seconds since the launch. */
  readonly minAge?: number
  readonly maxAge?: number
}

/** The window ends with the current minute. */
export interface HotPoolsRead extends HotFilter {
  readonly name: 'hotPools'
  readonly window: HotWindow
  readonly rank: HotRank
  readonly order: 'asc' | 'desc'
  /** Unix seconds. */
  readonly now: UnixSeconds
  readonly offset: number
  readonly limit: number
}

interface Figures {
  readonly id: number
  readonly venue: 'curve' | 'amm' | 'closed'
  readonly created: number
  readonly marketCap: bigint
  readonly holders: number
  /** Undefined if the creator is unknown. */
  readonly creator: bigint | undefined
  /** Lovelace. */
  readonly volume: bigint
  readonly trades: number
  readonly sells: number
  readonly buyers: number
  /** In hundredths of a percent. */
  readonly change: bigint
}

/** Position; undefined without a trade at or after the time. */
const firstTradeQuery = (database: Database.Database): ((time: number) => number | undefined) => {
  const upTo = prepare(
    database,
    queries
      .selectFrom('trades')
      .select(['position', 'time'])
      .where('position', '<=', param<number>('position'))
      .orderBy('position', 'desc')
      .limit(1),
    trades.columns,
  )
  return (time) => {
    const newest = upTo.get({ position: Number.MAX_SAFE_INTEGER })
    if (newest === undefined || newest.time < time) return undefined
    let [before, found] = [-1, newest.position]
    while (before + 1 < found) {
      const middle = Math.floor((before + found) / 2)
      const at = upTo.get({ position: middle })
      if (at === undefined || at.time < time) before = middle
      else found = at.position
    }
    return found
  }
}

/** Figures since a time in Unix seconds. */
export const figuresQuery = (database: Database.Database): ((from: number) => Figures[]) => {
  const firstTrade = firstTradeQuery(database)
  const priceAt = priceAtQuery(database)
  const traded = prepare(
    database,
    queries
      .selectFrom('trades')
      .leftJoin('orders', (join) =>
        join
          .onRef('orders.transaction_id', '=', 'trades.order_transaction')
          .onRef('orders.output_index', '=', 'trades.order_index'),
      )
      .select([
        'trades.pool',
        upperHalf('trades.lovelace').as('high'),
        lowerHalf('trades.lovelace').as('low'),
        sql<number>`count(*)`.as('trades'),
        sql<number>`sum(trades.side = 'sell')`.as('sells'),
        sql<number>`count(DISTINCT iif(trades.side = 'buy', orders.owner, NULL))`.as('buyers'),
      ])
      .where('trades.position', '>=', param<number>('position'))
      // The plus sign prevents the use of the index by pool, with which SQLite would read all trades.
      .groupBy(sql`+trades.pool`),
    {
      pool: text,
      high: trades.columns.lovelace,
      low: trades.columns.lovelace,
      trades: integer,
      sells: integer,
      buyers: integer,
    },
  )
  const place = prepare(
    database,
    queries
      .selectFrom('pools')
      .leftJoin('holder_totals', 'holder_totals.pool', 'pools.id')
      .leftJoin('balances', (join) =>
        join.onRef('balances.pool', '=', 'pools.id').onRef('balances.key_hash', '=', 'holder_totals.dev_key'),
      )
      .select(['pools.id', 'pools.venue', 'pools.created', 'pools.market_cap'])
      .select(['holder_totals.holders', 'holder_totals.dev_key', 'balances.quantity'])
      .where('pools.nft', '=', param<string>('nft')),
    {
      ...pools.columns,
      holders: nullable(holderTotals.columns.holders),
      dev_key: holderTotals.columns.dev_key,
      quantity: nullable(balances.columns.quantity),
    },
  )
  const lastClose = prepare(
    database,
    queries
      .selectFrom('bars')
      .select('close')
      .where('pool', '=', param<number>('pool'))
      .where('resolution', '=', param<number>('resolution'))
      .orderBy('time', 'desc')
      .limit(1),
    bars.columns,
  )
  const changeOf = (pool: number, from: number): bigint => {
    const resolution = resolutionId('min1')
    const now = lastClose.get({ pool, resolution })?.close
    const then = priceAt(pool, resolution, from)
    if (now === undefined || then === undefined) return 0n
    const [after, before] = [parseRatio(now), parseRatio(then)]
    const [left, right] = [after.numerator * before.denominator, before.numerator * after.denominator]
    return right === 0n ? 0n : roundHalfUp({ numerator: (left - right) * 10_000n, denominator: right })
  }
  return (from) => {
    const position = firstTrade(from)
    if (position === undefined) return []
    return traded.all({ position }).flatMap(({ pool: nft, high, low, ...counted }) => {
      const row = place.get({ nft })
      if (row === undefined || row.venue === 'closed') return []
      const { id, venue, created, market_cap: marketCap, holders, dev_key: key, quantity } = row
      const creator = key === null ? undefined : (quantity ?? 0n)
      const volume = sumOfHalves(high, low)
      const change = changeOf(id, from)
      return [{ id, venue, created, marketCap, holders: holders ?? 0, creator, volume, ...counted, change }]
    })
  }
}

const matches = (
  { venue, marketCap, volume, holders, creator, created }: Figures,
  { now, ...filter }: HotPoolsRead,
): boolean =>
  (filter.venue === undefined || venue === filter.venue) &&
  marketCap >= (filter.minCap ?? 0n) &&
  (filter.maxCap === undefined || marketCap <= filter.maxCap) &&
  volume >= (filter.minVolume ?? 0n) &&
  holders >= (filter.minHolders ?? 0) &&
  (filter.maxCreator === undefined ||
    (creator !== undefined && 100n * creator <= BigInt(filter.maxCreator) * EMISSION)) &&
  now - created >= (filter.minAge ?? 0) &&
  now - created <= (filter.maxAge ?? Number.POSITIVE_INFINITY)

/** Equal figures: by volume, largest first, then by age, oldest first. */
const byRank =
  (rank: HotRank, order: HotPoolsRead['order']) =>
  (a: Figures, b: Figures): number => {
    const compared = a[rank] < b[rank] ? 1 : a[rank] > b[rank] ? -1 : 0
    return (order === 'desc' ? compared : -compared) || Number(b.volume - a.volume) || a.id - b.id
  }

/** @returns a page as JSON of `HotPools` */
export const hotPools = (reader: ModelsReader): ((read: HotPoolsRead) => string) => {
  const figures = reader.prepared(figuresQuery)
  const reads = poolReadsOf(reader)
  const cached = cachedUntilCommit(
    reader,
    () => new Map<HotWindow, { readonly from: number; readonly all: Figures[] }>(),
  )
  const figuresOf = (window: HotWindow, now: UnixSeconds): Figures[] => {
    const from = bucketStart('min1', now) + 60 - HOT_WINDOWS[window]
    const known = cached().get(window)
    if (known?.from === from) return known.all
    const all = figures()(from)
    cached().set(window, { from, all })
    return all
  }
  return (read) => {
    const { window, now, rank, order, offset, limit } = read
    const { pool: poolOf } = reads()
    const found = figuresOf(window, now).filter((each) => matches(each, read))
    const items = found
      .sort(byRank(rank, order))
      .slice(offset, offset + limit)
      .flatMap(({ id, volume, buyers, trades, sells, change, holders }): HotPool[] => {
        const pool = poolOf(id)
        const percent = formatDecimal({ numerator: change, denominator: 100n }, 2)
        return pool === undefined
          ? []
          : [{ pool, volume: `${volume}`, buyers, trades, sells, change: percent, holders }]
      })
    return JSON.stringify({ count: found.length, items })
  }
}
