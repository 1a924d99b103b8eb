// Answers about bars. The newest bars of a pair are kept as ready-made series for as long as they do not change
// and there is room; what lies further back is read for each request.

import { barFragment, resolutionId } from '../../projections/models/bars.ts'
import { type BarRow, barQueries } from '../../projections/read/bars.ts'
import type { ModelsReader } from '../../projections/read/models-reader.ts'
import { bucketStart, type Resolution } from '../../schema/charts.ts'
import { invertDecimal } from '../../schema/decimal.ts'
import { ADA, type AssetId } from '../../schema/primitives.ts'
import { arrayOf, indexAt, type Series, seriesOf } from './series.ts'

/** Most bars in an answer; a wider range keeps its newest. */
export const MAX_BARS = 5_000

/** Most bars of a series held in memory. */
const MAX_HELD = 20_000

export interface Pair {
  readonly base: AssetId
  readonly quote: AssetId
}

export type BarKind = 'bar' | 'mcap'

export interface ChartsOptions {
  /** Most bytes of series held. */
  readonly cacheBytes: number
}

export class Charts {
  readonly #reader: ModelsReader
  readonly #queries: ReturnType<typeof barQueries>
  readonly #cacheBytes: number
  /** Series by pool and resolution, then by pair and kind; the outer map is in order of use. */
  readonly #held = new Map<string, Map<string, Series>>()
  readonly #poolIds = new Map<AssetId, number>()
  #bytes = 0

  constructor(reader: ModelsReader, { cacheBytes }: ChartsOptions) {
    this.#reader = reader
    this.#queries = barQueries(reader.database)
    this.#cacheBytes = cacheBytes
    reader.on('changed', (changes) => {
      if (changes === null) {
        this.#held.clear()
        this.#poolIds.clear()
        this.#bytes = 0
        return
      }
      for (const { model, key } of changes) {
        if (model === 'bars') this.#drop(`${key[0]}/${key[1]}`)
        if (model === 'pools') this.#poolIds.clear()
      }
    })
  }

  /** Bars with `from <= time < to` as JSON, oldest first; an unknown pair has none. */
  history(kind: BarKind, pair: Pair, resolution: Resolution, from: number, to: number, now: number): Buffer {
    this.#reader.refresh()
    const pool = this.#poolOf(pair)
    if (pool === undefined) return Buffer.from('[]')
    const render = renderer(kind, pair)
    const held = this.#series(pool, kind, pair, resolution)
    const last = indexAt(held, to)
    const first = Math.max(indexAt(held, from), last - MAX_BARS)
    const isHeld = held.truncatedAt === undefined || from >= held.truncatedAt || first > 0
    const [series, start, end] = isHeld ? [held, first, last] : this.#read(pool, resolution, from, to, render)
    const time = series.times[end - 1]
    if (kind === 'bar' || end <= start || time !== bucketStart(resolution, now))
      return arrayOf(series, start, end)
    const [running] = this.#queries.newest(pool, resolution, time, time + 1, 1)
    return arrayOf(series, start, end, running === undefined ? undefined : marketCapJson(pair, running, true))
  }

  /** The latest bar as JSON in its envelope; undefined for a pair without one. */
  initialState(kind: BarKind, pair: Pair, resolution: Resolution, now: number): string | undefined {
    this.#reader.refresh()
    const pool = this.#poolOf(pair)
    const row =
      pool === undefined
        ? undefined
        : this.#queries.newest(pool, resolution, 0, Number.MAX_SAFE_INTEGER, 1)[0]
    if (row === undefined) return undefined
    const isRelevant = row.time === bucketStart(resolution, now)
    const bar = kind === 'bar' ? renderer(kind, pair)(row) : marketCapJson(pair, row, isRelevant)
    return `{"bar":${bar},"isRelevant":${isRelevant}}`
  }

  #read(
    pool: number,
    resolution: Resolution,
    from: number,
    to: number,
    render: (row: BarRow) => string,
  ): [Series, number, number] {
    const rows = this.#queries.newest(pool, resolution, from, to, MAX_BARS)
    return [seriesOf(rows, render, true), 0, rows.length]
  }

  #poolOf({ base, quote }: Pair): number | undefined {
    if ((base === ADA) === (quote === ADA)) return undefined
    const token = base === ADA ? quote : base
    const known = this.#poolIds.get(token)
    if (known !== undefined) return known
    const id = this.#queries.poolOf(token)
    if (id !== undefined) this.#poolIds.set(token, id)
    return id
  }

  #series(pool: number, kind: BarKind, pair: Pair, resolution: Resolution): Series {
    const outer = `${pool}/${resolutionId(resolution)}`
    const inner = `${kind}/${pair.base === ADA}`
    const group = this.#held.get(outer) ?? new Map<string, Series>()
    this.#held.delete(outer)
    this.#held.set(outer, group)
    const held = group.get(inner)
    if (held !== undefined) return held
    const rows = this.#queries.newest(pool, resolution, 0, Number.MAX_SAFE_INTEGER, MAX_HELD)
    const series = seriesOf(rows, renderer(kind, pair), rows.length < MAX_HELD)
    group.set(inner, series)
    this.#bytes += series.bytes.length
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= this.#cacheBytes || oldest === outer) break
      this.#drop(oldest)
    }
    return series
  }

  #drop(outer: string): void {
    for (const series of this.#held.get(outer)?.values() ?? []) this.#bytes -= series.bytes.length
    this.#held.delete(outer)
  }
}

const pairJson = ({ base, quote }: Pair): string => `{"pair":{"base":"${base}","quote":"${quote}"},`

const marketCapJson = (pair: Pair, row: BarRow, isRelevant: boolean): string =>
  `${pairJson(pair)}"time":${row.time},"mCap":"${row.market_cap}","isRelevant":${isRelevant}}`

/** How a pair's rows are written: as stored, or with prices inverted where ADA is the base. */
const renderer = (kind: BarKind, pair: Pair): ((row: BarRow) => string) => {
  if (kind === 'mcap') return (row) => marketCapJson(pair, row, false)
  const head = pairJson(pair)
  if (pair.quote === ADA) return ({ fragment }) => head + fragment
  return ({ time, open, high, low, close, volume }) =>
    head +
    barFragment({
      time,
      open: invertDecimal(open),
      close: invertDecimal(close),
      high: invertDecimal(low),
      low: invertDecimal(high),
      volume,
    })
}
