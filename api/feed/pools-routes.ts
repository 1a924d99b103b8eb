// Routes of pools. Before a page subscribes to the feed, it fetches some of them: lists of the main page, the king of the hill, a pool, its
// launch details, the progress of its curve. The others are search, and totals over all pools.
import { Type } from '@sinclair/typebox'
import { poolReadsOf } from '../../projections/read/queries/pools.ts'
import { dayTotalsQuery } from '../../projections/read/queries/totals.ts'
import { ApiError } from '../../schema/errors.ts'
import { OneOf } from '../../schema/one-of.ts'
import type { AssetId } from '../../schema/primitives.ts'
import { bucketStart } from '../../schema/responses/charts.ts'
import { LIST_START, type ListPlace, POOL_LISTS } from '../../schema/responses/pool-lists.ts'
import {
  CurveProgressSchema,
  LaunchDetailsSchema,
  LiquidityPoolInfoSchema,
  PoolPageSchema,
  PoolTotalsSchema,
} from '../../schema/responses/pools.ts'
import type { ComponentContext } from '../component.ts'
import { limitUpTo, Offset, TokenIdParam } from '../http/route/fields.ts'
import { Borrowed, Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { ALL_POOL_ROWS, poolRowsOf } from '../pool-rows.ts'

/** Characters. An asset id has at most 121; names and tickers are shorter. */
const MAX_PATTERN = 128

const ListQuery = Type.Object({
  filter: OneOf(POOL_LISTS, {
    description:
      'The list. Pools on their curve: `Latest` by last change, `New` by launch, `MCapDesc` by market cap, `Progress` by the collected share of their cap, at most 100 %. Graduated pools: `CompletedCreateOn` by launch, `CompletedMCap` by market cap.',
    examples: ['MCapDesc'],
  }),
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,16}:[0-9a-f]{56}\\.[0-9a-f]{0,64}$',
      mustBe: 'the value of a pool in the list, a colon, and the id of the pool',
      description:
        'Only pools after this place: the value by which the list is sorted and the id of the last pool of a page, such as `2567442146:{pool.id}`. The values are `pool.timestamp`, `pool.createdOn`, `metrics.marketCap` and, for `Progress`, `pool.x.amount` × 10^12 / `pool.adaCapThreshold`, rounded down, at most 10^12. A pool that does not change is on exactly one of the pages, for any changes of others.',
      examples: ['2567442146:63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.9f3c'],
    }),
  ),
})

/** @param after place as a text in the query */
const placeOf = (after: string | undefined): ListPlace | undefined => {
  const [value = '', id = ''] = after?.split(':') ?? []
  return id === '' ? undefined : { value: Math.min(Number(value), LIST_START.value), id }
}

const AssetQuery = Type.Object({ asset: { ...TokenIdParam, description: 'The token.' } })

const SearchQuery = Type.Object({
  pattern: Type.String({
    minLength: 1,
    maxLength: MAX_PATTERN,
    mustBe: `1 to ${MAX_PATTERN} characters`,
    description:
      'Part of a name, a ticker or an asset id (with or without its point), in upper or lower case, or a fingerprint (CIP-14). Texts are compared as they are shown: without invisible characters, and in the same form (NFKC). A name or a ticker also matches if a part of it looks like the text (UTS 39); spaces are then left out.',
    examples: ['hydra'],
  }),
  offset: { ...Offset, description: 'Pools to skip.' },
  limit: limitUpTo(100),
})

const unknown = (asset: AssetId): ApiError => new ApiError('NOT_FOUND', `No token ${asset} is listed`)

const ofAll = { reads: ALL_POOL_ROWS } as const

type Context = Pick<ComponentContext, 'shared' | 'reader' | 'readThreads' | 'clock'>

const kingRoute = ({ poolResponses }: Context['shared'], path: string, operationId: string): Route =>
  route({
    ...ofAll,
    path,
    operationId,
    summary: 'The king of the hill',
    description:
      'The pool on a curve with the highest market cap, then the oldest; null if no token is on a curve.',
    responses: {
      200: {
        schema: Type.Union([LiquidityPoolInfoSchema, Type.Null()]),
        description: 'The pool, or null.',
      },
    },
    handle: (_, reply) => reply(200, new Prepared(poolResponses.king())),
  })

type Pools = ReturnType<typeof poolReadsOf>

const mainPageRoutes = ({ reader, readThreads, clock, shared }: Context, pools: Pools): readonly Route[] => {
  const { poolResponses } = shared
  const dayTotals = reader.prepared(dayTotalsQuery)
  const now = (): number => Math.floor(clock() / 1000)
  return [
    route({
      ...ofAll,
      path: '/v1/pools-main-page/initial/state',
      operationId: 'getPools',
      summary: 'A list of the main page',
      description: 'At most 60 pools, largest first, then by pool id. A page of fewer pools is the last one.',
      query: ListQuery,
      responses: { 200: { schema: Type.Array(LiquidityPoolInfoSchema), description: 'The pools.' } },
      handle: ({ query: { filter, after } }, reply) =>
        reply(200, new Prepared(poolResponses.list(filter, placeOf(after)))),
    }),
    kingRoute(shared, '/v1/pools-main-page/koth', 'getKing'),
    kingRoute(shared, '/v1/koth', 'getKingShort'),
    route({
      ...ofAll,
      path: '/v1/pools-main-page/search',
      operationId: 'searchPools',
      summary: 'Pools whose name, ticker or asset id contains a text',
      description:
        'Pools that trade: first those whose name or ticker is the text or looks like it, last those found by a part of the id, and within these the highest market cap first. A token comes before later tokens with a similar name. A whole asset id, policy id or fingerprint finds only its tokens.',
      query: SearchQuery,
      responses: { 200: { schema: PoolPageSchema, description: 'A page of pools.' } },
      handle: ({ query: { pattern, offset, limit }, signal }, reply) =>
        readThreads
          .run({ name: 'poolSearch', pattern, offset, limit }, signal)
          .then((bytes) => reply(200, new Borrowed(bytes))),
    }),
    route({
      path: '/v1/pools-main-page/totals',
      operationId: 'getPoolTotals',
      summary: 'Number of tokens that trade, and the volume of the last 24 hours',
      description: 'Tokens on a curve and graduated ones count; the volume is in lovelace.',
      responses: { 200: { schema: PoolTotalsSchema, description: 'The totals.' } },
      reads: { ...ofAll.reads, activity: true },
      state: () => `${bucketStart('min5', now())}`,
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
  ]
}

const tokenRoutes = ({ shared: { poolResponses, poolIds } }: Context, pools: Pools): readonly Route[] => {
  const ofOne = {
    reads: poolRowsOf(poolIds, ({ query }: { readonly query: { readonly asset: AssetId } }) => [query.asset]),
  }
  const idOf = (asset: AssetId): number => {
    const id = poolIds.idOf(asset)
    if (id === undefined) throw unknown(asset)
    return id
  }
  return [
    route({
      ...ofOne,
      path: '/v1/pools-feed/initial/state',
      operationId: 'getPool',
      summary: 'The pool of a token',
      description:
        "State on the chain, market figures and metadata of a token's curve, or of its AMM pool after graduation. The feed sends each later state.",
      query: AssetQuery,
      responses: { 200: { schema: LiquidityPoolInfoSchema, description: 'The pool.' } },
      errors: ['NOT_FOUND'],
      handle: ({ query: { asset } }, reply) => {
        const pool = poolResponses.ofToken(asset)
        if (pool === undefined) throw unknown(asset)
        return reply(200, new Prepared(pool))
      },
    }),
    route({
      ...ofOne,
      path: '/v1/pools-feed/curve/progress',
      operationId: 'getCurveProgress',
      summary: 'Progress of a curve',
      description: 'Percentage of its cap that the curve has collected; 100 for a graduated token.',
      query: AssetQuery,
      responses: { 200: { schema: CurveProgressSchema, description: 'The share.' } },
      errors: ['NOT_FOUND'],
      handle: ({ query: { asset } }, reply) => reply(200, { percent: pools().percent(idOf(asset)) ?? '100' }),
    }),
    route({
      ...ofOne,
      path: '/v1/asset-info',
      operationId: 'getAssetInfo',
      summary: "A token's launch details",
      description:
        'Name, ticker, description, image and links as the launch states them: the member `info` of the pool.',
      query: AssetQuery,
      responses: { 200: { schema: LaunchDetailsSchema, description: 'The details.' } },
      errors: ['NOT_FOUND'],
      handle: ({ query: { asset } }, reply) => {
        const pool = pools().pool(idOf(asset))
        if (pool === undefined) throw unknown(asset)
        return reply(200, pool.info)
      },
    }),
  ]
}

export const poolsRoutes = (context: Context): readonly Route[] => {
  const pools = poolReadsOf(context.reader)
  return [...mainPageRoutes(context, pools), ...tokenRoutes(context, pools)]
}
