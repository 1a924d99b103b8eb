// The chart endpoints: history and latest bar, as prices and as market caps.
import { type TSchema, Type } from '@sinclair/typebox'
import { ApiError } from '../../schema/errors.ts'
import { OneOf } from '../../schema/one-of.ts'
import type { UnixSeconds } from '../../schema/platform/clocks.ts'
import { ADA } from '../../schema/primitives.ts'
import { BarSchema, MarketCapBarSchema } from '../../schema/responses/chart-responses.ts'
import { HISTORY_RESOLUTIONS, type HistoryResolution } from '../../schema/responses/charts.ts'
import type { Component } from '../component.ts'
import { AssetIdParam } from '../http/route/fields.ts'
import { Borrowed, type CacheRule, Prepared, type ReplyExtra } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { type BarKind, type BarRange, type Charts, historyBucket, type Pair, runningBar } from './charts.ts'
import { rangeQuery } from './range-query.ts'
import { sparklinesRoute } from './sparklines-route.ts'

const pairQuery = {
  base: { ...AssetIdParam, description: 'Base asset id; `.` for ADA.' },
  quote: { ...AssetIdParam, description: 'Quote asset id; `.` for ADA.' },
  resolution: OneOf(HISTORY_RESOLUTIONS, {
    description:
      'Length of a bar. `min15`, `min30` and `hour4` cover a shorter past, since they are made from at most 5,000 bars of 5 minutes or an hour.',
  }),
}

const LatestQuery = Type.Object(pairQuery)
const HistoryQuery = Type.Object({ ...pairQuery, ...rangeQuery })
interface OfPair {
  readonly query: Pair & { readonly resolution: HistoryResolution }
}
type HistoryRequest = Pair & BarRange & { readonly resolution: HistoryResolution }

const OLDER = 'X-Older-Bar-Time'

const ofHistory = <S extends TSchema>(bar: S) => ({
  schema: Type.Array(bar),
  description: 'The bars.',
  headers: {
    [OLDER]: {
      description: 'Time of the newest bar before the range if the range has no bar; Unix seconds.',
      schema: Type.Integer(),
    },
  },
})

const ofLatest = <S extends TSchema>(bar: S) => ({
  schema: Type.Object({
    bar,
    isRelevant: Type.Boolean({ description: 'Whether the bar has not ended yet and may still change.' }),
  }),
  description: 'The latest bar.',
})

const checkPair = ({ base, quote }: Pair): void => {
  if (base === quote) throw new ApiError('INVALID_PARAMS', 'Invalid input: base and quote must differ')
}

/** If all bars of a range have ended, only a fork can change the response. */
const historyCache = (resolution: HistoryResolution, to: number, now: UnixSeconds): CacheRule =>
  to <= historyBucket(resolution, now) ? 'public, max-age=60' : 'no-cache'

const EMPTY = 2

/** @param clock returns Unix seconds */
export const chartRoutes = (charts: Charts, clock: () => UnixSeconds): readonly Route[] => {
  const history = (kind: BarKind, query: HistoryRequest): readonly [Prepared, ReplyExtra] => {
    checkPair(query)
    const { resolution, from, to } = query
    if (from > to) throw new ApiError('INVALID_PARAMS', 'Invalid input: from must not be after to')
    const bars = charts.history(kind, query, resolution, query, clock())
    const older = bars.length === EMPTY ? charts.olderBar(query, resolution, Math.min(from, to)) : undefined
    return [new Borrowed(bars), older === undefined ? {} : { headers: { [OLDER]: `${older}` } }]
  }
  const latest = (kind: BarKind, query: Pair & { resolution: HistoryResolution }): Prepared => {
    checkPair(query)
    const body = charts.initialState(kind, query, query.resolution, clock())
    if (body === undefined) throw new ApiError('NOT_FOUND', 'This pair has no bars')
    return new Prepared(body)
  }
  const rules = {
    reads: {
      pools: { token: ({ query: { base, quote } }: OfPair) => (base === ADA ? quote : base) },
      bars: { pool: ({ query }: OfPair) => charts.poolOf(query) },
    },
    state: ({ query: { resolution } }: OfPair): string => `${runningBar(resolution, clock())}`,
  } as const
  const historyRules = {
    ...rules,
    cacheOf: ({ query }: { readonly query: { resolution: HistoryResolution; to: number } }): CacheRule =>
      historyCache(query.resolution, query.to, clock()),
  }
  return [
    route({
      path: '/v1/charts/history',
      operationId: 'getHistory',
      summary: 'Bars of a pair over a range, oldest first',
      description:
        'Prices are smallest units of `quote` per smallest unit of `base`. Periods without trades have no bar. At most 5,000 bars are returned, the newest ones. An unknown pair returns an empty array.',
      query: HistoryQuery,
      responses: { 200: ofHistory(BarSchema) },
      ...historyRules,
      handle: ({ query }, reply) => reply(200, ...history('bar', query)),
    }),
    route({
      path: '/v1/charts/initial-state',
      operationId: 'getInitialState',
      summary: 'The latest bar of a pair',
      description: 'Fetch it before you subscribe to live updates.',
      query: LatestQuery,
      responses: { 200: ofLatest(BarSchema) },
      errors: ['NOT_FOUND'],
      ...rules,
      handle: ({ query }, reply) => reply(200, latest('bar', query)),
    }),
    route({
      path: '/v1/charts/mcap/history',
      operationId: 'getMarketCapHistory',
      summary: 'Market-cap bars of a pair over a range, oldest first',
      description:
        'Values are lovelace: the price times the whole emission. Periods without trades have no bar, and at most 5,000 bars are returned, the newest ones.',
      query: HistoryQuery,
      responses: { 200: ofHistory(MarketCapBarSchema) },
      ...historyRules,
      handle: ({ query }, reply) => reply(200, ...history('mcap', query)),
    }),
    route({
      path: '/v1/charts/mcap/initial-state',
      operationId: 'getMarketCapInitialState',
      summary: 'The latest market-cap bar of a pair',
      description: 'Values are lovelace. Fetch it before you subscribe to live updates.',
      query: LatestQuery,
      responses: { 200: ofLatest(MarketCapBarSchema) },
      errors: ['NOT_FOUND'],
      ...rules,
      handle: ({ query }, reply) => reply(200, latest('mcap', query)),
    }),
  ]
}

export const charts: Component = {
  name: 'charts',
  description: 'Candlestick and market-cap bars, and sparklines.',
  routes: ({ shared, readThreads, clock }) => [
    ...chartRoutes(shared.charts, () => Math.floor(clock() / 1000)),
    sparklinesRoute({ shared, readThreads }),
  ],
}
