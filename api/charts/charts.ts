// Responses about bars, as of the reader's last refresh. The first request for a pair reads its range from the models. From the second
// request on, the pair's newest bars are cached as a series of JSON texts, which is updated bar by bar. Older bars are read from the models
// for each request.

import { LRUCache } from 'lru-cache'
import { barPrices, resolutionId } from '../../projections/models/bars.ts'
import { onChangedRows } from '../../projections/read/changed-rows.ts'
import { type BarRow, type BarText, barQueries } from '../../projections/read/queries/bars.ts'
import type { PoolIdQuery } from '../../projections/read/queries/pool-id.ts'
import { invertRatio, type Ratio } from '../../schema/codecs/ratio.ts'
import type { UnixSeconds } from '../../schema/platform/clocks.ts'
import { ADA, type AssetId } from '../../schema/primitives.ts'
import type { Bar, MarketCapBar } from '../../schema/responses/chart-responses.ts'
import {
  barFragment,
  bucketStart,
  COMBINED,
  type CombinedResolution,
  combinedSeconds,
  type HistoryResolution,
  isCombined,
  RESOLUTIONS,
  type Resolution,
} from '../../schema/responses/charts.ts'
import type { ModelsReads } from '../models-reads.ts'
import { combinedBars, combinedMarketCaps } from './combined-bars.ts'
import { arrayOf, indexAt, type Series, seriesOf, withNewest } from './series.ts'

/** Maximum number of bars in a response. A wider range returns its newest bars. */
export const MAX_BARS = 5_000

const MAX_CACHED = 10_000

export interface Pair {
  readonly base: AssetId
  readonly quote: AssetId
}

export type BarKind = 'bar' | 'mcap'

/** Maximum number of pairs that are remembered after their first request, before they are cached. */
const MAX_SEEN = 10_000

export interface CacheCount {
  hits: number
  misses: number
}

export interface ChartsOptions {
  /** Maximum bytes of cached series; 0 disables the cache. */
  readonly cacheBytes: number
  /** Also counts responses that do not come from cached series. */
  readonly count?: CacheCount
}

interface SeriesName {
  readonly pool: number
  readonly kind: BarKind
  readonly pair: Pair
  readonly resolution: Resolution
}

interface Cached {
  readonly series: Series
  readonly name: SeriesName
}

export interface BarRange {
  readonly from: number
  readonly to: number
  /** Bars before `to`, whatever `from` is. If undefined, the bars of the range are returned. */
  readonly countback?: number | undefined
}

const NEWEST: BarRange = { from: 0, to: 99_999_999_999, countback: 1 }

/** A history is read from this resolution. */
export const storedOf = (resolution: HistoryResolution): Resolution =>
  isCombined(resolution) ? COMBINED[resolution].of : resolution

/** Unix seconds. When this stored bar ends, responses about the newest bars change. */
export const runningBar = (resolution: HistoryResolution, now: UnixSeconds): number =>
  bucketStart(storedOf(resolution), now)

/** Unix seconds. */
export const historyBucket = (resolution: HistoryResolution, time: number): number =>
  isCombined(resolution) ? time - (time % combinedSeconds(resolution)) : bucketStart(resolution, time)

/** Unix seconds: `time` if a bar begins there, or the start of the next one. */
const startFrom = (resolution: CombinedResolution, time: number): number =>
  Math.ceil(time / combinedSeconds(resolution)) * combinedSeconds(resolution)

export class Charts {
  readonly #queries: () => ReturnType<typeof barQueries>
  readonly #idOf: PoolIdQuery
  readonly #count: CacheCount
  /** Keys are pool and resolution, then kind and direction. */
  readonly #cached: LRUCache<string, Map<string, Cached>>
  readonly #seen = new Set<string>()
  readonly #isCaching: boolean

  constructor(
    { reader, poolIds }: ModelsReads,
    { cacheBytes, count = { hits: 0, misses: 0 } }: ChartsOptions,
  ) {
    this.#queries = reader.prepared(barQueries)
    this.#idOf = poolIds.idOf
    this.#isCaching = cacheBytes > 0
    this.#cached = new LRUCache({ maxSize: Math.max(1, cacheBytes) })
    this.#count = count
    onChangedRows(reader, ['pools', 'bars'], {
      row: ({ table, key: [pool, resolution, time], topics }) => {
        if (table === 'pools') this.#forgetOthers(Number(pool), String(topics.token))
        else this.#update(Number(pool), Number(resolution), Number(time))
      },
      all: () => {
        this.#cached.clear()
        this.#seen.clear()
      },
    })
  }

  /** `from <= time < to`, oldest first. An unknown pair has no bars. The buffer is valid until the next call. */
  history(
    kind: BarKind,
    pair: Pair,
    resolution: HistoryResolution,
    range: BarRange,
    now: UnixSeconds,
  ): Buffer {
    if (isCombined(resolution))
      return Buffer.from(JSON.stringify(this.#combined(kind, pair, resolution, range, now)), 'latin1')
    return this.#stored(kind, pair, resolution, range, now)
  }

  /** Time of the newest bar before `before`, if there is one. */
  olderBar(pair: Pair, resolution: HistoryResolution, before: number): number | undefined {
    const pool = this.poolOf(pair)
    if (pool === undefined) return undefined
    // A combined bar that begins before `before` may have all its stored bars after it.
    const end = isCombined(resolution) ? startFrom(resolution, before) : before
    const [older] = this.#queries().newestTexts('market_cap', pool, storedOf(resolution), 0, end, 1)
    return older && historyBucket(resolution, Number(older[0]))
  }

  #combined(
    kind: BarKind,
    pair: Pair,
    resolution: CombinedResolution,
    { from, to, countback }: BarRange,
    now: UnixSeconds,
  ): readonly (Bar | MarketCapBar)[] {
    const { of, parts } = COMBINED[resolution]
    // The range ends where the last combined bar ends, so that this bar is complete.
    const [first, end] = [startFrom(resolution, from), startFrom(resolution, to)]
    const limit = countback === undefined ? MAX_BARS : Math.min((countback + 1) * parts, MAX_BARS)
    const range = { from: first, to: end, ...(countback === undefined ? {} : { countback: limit }) }
    const bars = JSON.parse(this.#stored(kind, pair, of, range, now).toString('latin1'))
    const combined =
      kind === 'bar' ? combinedBars(bars, resolution) : combinedMarketCaps(bars, resolution, now)
    // At the limit, some stored bars of the oldest combined bar were not read.
    if (bars.length === limit) combined.shift()
    return combined.slice(-(countback ?? MAX_BARS))
  }

  #stored(
    kind: BarKind,
    pair: Pair,
    resolution: Resolution,
    { from, to, countback }: BarRange,
    now: UnixSeconds,
  ): Buffer {
    const pool = this.poolOf(pair)
    if (pool === undefined) return Buffer.from('[]')
    const [series, start, end] =
      countback === undefined
        ? this.#range({ pool, kind, pair, resolution }, from, to, MAX_BARS)
        : this.#range({ pool, kind, pair, resolution }, 0, to, Math.min(countback, MAX_BARS))
    const time = series.times[end - 1]
    if (kind === 'bar' || end <= start || time !== bucketStart(resolution, now))
      return arrayOf(series, start, end)
    const [running] = this.#queries().newest(pool, resolution, time, time + 1, 1)
    return arrayOf(
      series,
      start,
      end,
      running === undefined ? undefined : marketCapJson(pair, running.time, running.market_cap, true),
    )
  }

  /** The response's object; undefined if the pair has no bar. */
  initialState(
    kind: BarKind,
    pair: Pair,
    resolution: HistoryResolution,
    now: UnixSeconds,
  ): string | undefined {
    if (isCombined(resolution)) {
      const [bar] = this.#combined(kind, pair, resolution, NEWEST, now)
      return bar && JSON.stringify({ bar, isRelevant: bar.time === historyBucket(resolution, now) })
    }
    const row = this.#latest(pair, resolution)
    if (row === undefined) return undefined
    const isRelevant = row.time === bucketStart(resolution, now)
    return `{"bar":${barJson(kind, pair, row, isRelevant)},"isRelevant":${isRelevant}}`
  }

  /** The feed's bars, with `isRelevant`, oldest first. If all bars are older, only the latest bar. */
  since(
    kind: BarKind,
    pair: Pair,
    resolution: HistoryResolution,
    from: number,
    now: UnixSeconds,
  ): { readonly time: number; readonly json: string }[] {
    if (isCombined(resolution)) {
      const later = this.#combined(kind, pair, resolution, { from, to: NEWEST.to }, now)
      const bars = later.length > 0 ? later : this.#combined(kind, pair, resolution, NEWEST, now)
      const running = historyBucket(resolution, now)
      return bars.map((bar) => ({
        time: bar.time,
        json: JSON.stringify({ ...bar, isRelevant: bar.time === running }),
      }))
    }
    const pool = this.poolOf(pair)
    if (pool === undefined) return []
    const read = (first: number, limit: number): BarRow[] =>
      this.#queries().newest(pool, resolution, first, Number.MAX_SAFE_INTEGER, limit)
    const rows = read(from, Number.MAX_SAFE_INTEGER)
    return (rows.length > 0 ? rows : read(0, 1)).map((row) => {
      const isRelevant = row.time === bucketStart(resolution, now)
      const json = barJson(kind, pair, row, isRelevant)
      return {
        time: row.time,
        json: kind === 'mcap' ? json : `${json.slice(0, -1)},"isRelevant":${isRelevant}}`,
      }
    })
  }

  #latest(pair: Pair, resolution: Resolution): BarRow | undefined {
    const pool = this.poolOf(pair)
    return pool === undefined
      ? undefined
      : this.#queries().newest(pool, resolution, 0, Number.MAX_SAFE_INTEGER, 1)[0]
  }

  /** Series that contains the range, with the range's indexes in it. */
  #range(name: SeriesName, from: number, to: number, limit: number): [Series, number, number] {
    const cached = this.#series(name)
    if (cached !== undefined) {
      const last = indexAt(cached, to)
      const first = Math.max(indexAt(cached, from), last - limit)
      if (cached.truncatedAt === undefined || from >= cached.truncatedAt || first > 0) {
        this.#count.hits++
        return [cached, first, last]
      }
    }
    this.#count.misses++
    const bars = this.#texts(name, from, to, limit)
    return [seriesOf(bars, true), 0, bars.length]
  }

  #texts({ pool, kind, pair, resolution }: SeriesName, from: number, to: number, limit: number): BarText[] {
    const head = pairJson(pair)
    if (kind === 'mcap')
      return this.#queries()
        .newestTexts('market_cap', pool, resolution, from, to, limit)
        .map(([time, cap]) => [Number(time), marketCapJson(pair, Number(time), String(cap), false)])
    if (pair.quote === ADA)
      return this.#queries()
        .newestTexts('fragment', pool, resolution, from, to, limit)
        .map(([time, fragment]) => [Number(time), head + fragment])
    return this.#queries()
      .newest(pool, resolution, from, to, limit)
      .map((row) => [row.time, head + invertedFragment(row)])
  }

  /** Undefined for pairs without ADA, and for an unlisted token. */
  poolOf({ base, quote }: Pair): number | undefined {
    if ((base === ADA) === (quote === ADA)) return undefined
    return this.#idOf(tokenOf({ base, quote }))
  }

  /** Cached from the second request on, if there is room. */
  #series(name: SeriesName): Series | undefined {
    const { pool, kind, pair, resolution } = name
    const outer = `${pool}/${resolutionId(resolution)}`
    const inner = `${kind}/${pair.base === ADA}`
    const group = this.#cached.get(outer)
    const cached = group?.get(inner)
    if (cached !== undefined) return cached.series
    const key = `${outer}/${inner}`
    if (!this.#isCaching || !this.#seen.delete(key)) {
      if (this.#seen.size >= MAX_SEEN) this.#seen.clear()
      this.#seen.add(key)
      return undefined
    }
    const bars = this.#texts(name, 0, Number.MAX_SAFE_INTEGER, MAX_CACHED)
    const series = seriesOf(bars, bars.length < MAX_CACHED)
    this.#cache(outer, new Map(group).set(inner, { series, name }))
    return series
  }

  /** After a fork, the id can belong to another token's pool. */
  #forgetOthers(pool: number, token: AssetId): void {
    for (const at of RESOLUTIONS.keys()) {
      const outer = `${pool}/${at}`
      const [cached] = this.#cached.get(outer)?.values() ?? []
      if (cached !== undefined && tokenOf(cached.name.pair) !== token) this.#cached.delete(outer)
    }
  }

  /** Drops a series that cannot be updated. */
  #update(pool: number, resolutionAt: number, time: number): void {
    const outer = `${pool}/${resolutionAt}`
    const group = this.#cached.get(outer)
    if (group === undefined) return
    const next = new Map<string, Cached>()
    for (const [inner, { series, name }] of group) {
      const [bar] = this.#texts(name, time, time + 1, 1)
      const updated = bar && withNewest(series, time, String(bar[1]))
      if (updated === undefined) {
        this.#cached.delete(outer)
        return
      }
      next.set(inner, { series: updated, name })
    }
    this.#cache(outer, next)
  }

  /** @param group must be a new object, because the cache keeps the size of an object that it already has */
  #cache(outer: string, group: Map<string, Cached>): void {
    let size = 1
    for (const { series } of group.values()) size += series.bytes.length
    this.#cached.set(outer, group, { size })
  }
}

const tokenOf = ({ base, quote }: Pair): AssetId => (base === ADA ? quote : base)

const pairJson = ({ base, quote }: Pair): string => `{"pair":{"base":"${base}","quote":"${quote}"},`

const marketCapJson = (pair: Pair, time: number, cap: string, isRelevant: boolean): string =>
  `${pairJson(pair)}"time":${time},"mCap":"${cap}","isRelevant":${isRelevant}}`

/** 0 for the price 0, with which a curve may start. */
const inverse = (price: Ratio): Ratio => (price.numerator === 0n ? price : invertRatio(price))

/** Exact prices are inverted, so the lowest becomes the highest. */
const invertedFragment = (bar: BarRow): string => {
  const { open, high, low, close } = barPrices(bar)
  const prices = { open: inverse(open), high: inverse(low), low: inverse(high), close: inverse(close) }
  return barFragment(bar.time, prices, bar.volume)
}

const barJson = (kind: BarKind, pair: Pair, row: BarRow, isRelevant: boolean): string =>
  kind === 'mcap'
    ? marketCapJson(pair, row.time, row.market_cap, isRelevant)
    : pairJson(pair) + (pair.quote === ADA ? row.fragment : invertedFragment(row))
