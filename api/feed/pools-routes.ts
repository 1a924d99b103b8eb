// Pools as pages fetch them before they subscribe to the feed: the lists of the main page, the king of the hill, one
// pool, what its launch said, how far its curve is; and search and totals over all of them.
import { Type } from '@sinclair/typebox'
import { poolReads } from '../../projections/read/queries/pools.ts'
import { dayTotalsQuery } from '../../projections/read/queries/totals.ts'
import { bucketStart } from '../../schema/answers/charts.ts'
import { POOL_LISTS } from '../../schema/answers/pool-lists.ts'
import {
  CurveProgressSchema,
  LaunchDetailsSchema,
  LiquidityPoolInfoSchema,
  PoolPageSchema,
  PoolTotalsSchema,
} from '../../schema/answers/pools.ts'
import { ApiError } from '../../schema/errors.ts'
import type { AssetId } from '../../schema/primitives.ts'
import type { ComponentContext } from '../component.ts'
import { limitUpTo, Offset, OneOf, TokenIdParam } from '../http/route/fields.ts'
import { Borrowed, Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { stateOf } from '../versions.ts'

/** An asset id is 121 characters at most; no name or ticker that people type is longer. */
const MAX_PATTERN = 128

const ListQuery = Type.Object({
  filter: OneOf(POOL_LISTS, {
    description:
      'The list. Pools on their curve: `Latest` by last change, `New` by launch, `MCapDesc` by market cap, `Progress` by the share of their cap collected, all of it at most. Graduated pools: `CompletedCreateOn` by launch, `CompletedMCap` by market cap.',
    examples: ['MCapDesc'],
  }),
})

const AssetQuery = Type.Object({ asset: { ...TokenIdParam, description: 'The token.' } })

const SearchQuery = Type.Object({
  pattern: Type.String({
    pattern: `^[^\\\\]{1,${MAX_PATTERN}}$`,
    mustBe: `1 to ${MAX_PATTERN} characters without a backslash`,
    description: 'Part of a name, a ticker or an asset id, in either case.',
    examples: ['hydra'],
  }),
  offset: { ...Offset, description: 'Pools to pass over.' },
  limit: limitUpTo(100),
})

const unknown = (asset: AssetId): ApiError => new ApiError('NOT_FOUND', `No token ${asset} is listed`)

/** Models that the routes read. */
const MODELS = ['pools', 'vestings']

const king = {
  method: 'GET',
  summary: 'The king of the hill',
  description: 'The pool on a curve with the highest market cap, the oldest of several; null without one.',
  responses: {
    200: {
      schema: Type.Union([LiquidityPoolInfoSchema, Type.Null()]),
      description: 'The pool, or null.',
    },
  },
  cache: 'no-cache',
  rate: 'read',
  readsModels: true,
  models: MODELS,
} as const

export const poolsRoutes = ({
  reader,
  readThreads,
  clock,
  shared: { poolAnswers: answers, poolIds: known, versions },
}: Pick<ComponentContext, 'shared' | 'reader' | 'readThreads' | 'clock'>): readonly Route[] => {
  const pools = reader.prepared(poolReads)
  const dayTotals = reader.prepared(dayTotalsQuery)
  const now = (): number => Math.floor(clock() / 1000)
  /** Routes about all pools. */
  const ofAll = { state: (): string => answers.state() }
  const ofOne = {
    state: ({ query: { asset } }: { readonly query: { readonly asset: AssetId } }): string =>
      answers.stateOf([asset]),
  }
  const idOf = (asset: AssetId): number => {
    const id = known.idOf(asset)
    if (id === undefined) throw unknown(asset)
    return id
  }
  return [
    route({
      method: 'GET',
      path: '/v1/pools-main-page/initial/state',
      operationId: 'getPools',
      summary: 'A list of the main page',
      description: 'At most 60 pools, the greatest first, of equals the one with the smaller pool id.',
      query: ListQuery,
      responses: { 200: { schema: Type.Array(LiquidityPoolInfoSchema), description: 'The pools.' } },
      cache: 'no-cache',
      rate: 'read',
      readsModels: true,
      models: MODELS,
      ...ofAll,
      handle: ({ query: { filter } }, reply) => reply(200, new Prepared(answers.list(filter))),
    }),
    route({
      ...king,
      path: '/v1/pools-main-page/koth',
      operationId: 'getKing',
      ...ofAll,
      handle: (_, reply) => reply(200, new Prepared(answers.king())),
    }),
    route({
      ...king,
      path: '/v1/koth',
      operationId: 'getKingShort',
      ...ofAll,
      handle: (_, reply) => reply(200, new Prepared(answers.king())),
    }),
    route({
      method: 'GET',
      path: '/v1/pools-main-page/search',
      operationId: 'searchPools',
      summary: 'Pools whose name, ticker or asset id contains a text',
      description: 'Pools that trade, the highest market cap first.',
      query: SearchQuery,
      responses: { 200: { schema: PoolPageSchema, description: 'A page of pools.' } },
      cache: 'no-cache',
      rate: 'read',
      readsModels: true,
      models: MODELS,
      ...ofAll,
      handle: ({ query: { pattern, offset, limit }, signal }, reply) =>
        readThreads
          .run({ name: 'poolSearch', pattern, offset, limit }, signal)
          .then((bytes) => reply(200, new Borrowed(bytes))),
    }),
    route({
      method: 'GET',
      path: '/v1/pools-main-page/totals',
      operationId: 'getPoolTotals',
      summary: 'How many tokens trade, and how much was traded in a day',
      responses: { 200: { schema: PoolTotalsSchema, description: 'The totals.' } },
      cache: 'no-cache',
      rate: 'read',
      readsModels: true,
      models: [...MODELS, 'activity'],
      state: () => stateOf([versions.table('pools'), versions.table('activity')], bucketStart('min5', now())),
      handle: (_, reply) => {
        const { curve, amm } = pools().counts()
        const { volume, trades } = dayTotals()(now())
        return reply(200, {
          tokens: curve + amm,
          graduated: amm,
          volume24h: `${volume}`,
          trades24h: trades,
        })
      },
    }),
    route({
      method: 'GET',
      path: '/v1/pools-feed/initial/state',
      operationId: 'getPool',
      summary: 'The pool of a token',
      query: AssetQuery,
      responses: { 200: { schema: LiquidityPoolInfoSchema, description: 'The pool.' } },
      errors: ['NOT_FOUND'],
      cache: 'no-cache',
      rate: 'read',
      readsModels: true,
      models: MODELS,
      ...ofOne,
      handle: ({ query: { asset } }, reply) => {
        const pool = answers.ofToken(asset)
        if (pool === undefined) throw unknown(asset)
        return reply(200, new Prepared(pool))
      },
    }),
    route({
      method: 'GET',
      path: '/v1/pools-feed/curve/progress',
      operationId: 'getCurveProgress',
      summary: 'How much of its cap a curve has collected',
      description: 'A pool whose curve was not seen has graduated: 100.',
      query: AssetQuery,
      responses: { 200: { schema: CurveProgressSchema, description: 'The share.' } },
      errors: ['NOT_FOUND'],
      cache: 'no-cache',
      rate: 'read',
      readsModels: true,
      models: MODELS,
      ...ofOne,
      handle: ({ query: { asset } }, reply) => reply(200, { percent: pools().percent(idOf(asset)) ?? '100' }),
    }),
    route({
      method: 'GET',
      path: '/v1/asset-info',
      operationId: 'getAssetInfo',
      summary: 'What the launch of a token said of it',
      query: AssetQuery,
      responses: { 200: { schema: LaunchDetailsSchema, description: 'What it said.' } },
      errors: ['NOT_FOUND'],
      cache: 'no-cache',
      rate: 'read',
      readsModels: true,
      models: MODELS,
      ...ofOne,
      handle: ({ query: { asset } }, reply) => {
        const pool = pools().pool(idOf(asset))
        if (pool === undefined) throw unknown(asset)
        return reply(200, pool.info)
      },
    }),
  ]
}
