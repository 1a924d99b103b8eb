// Route of the hot list: the pools that traded in the last minutes or hours, ranked and filtered.
import { Type } from '@sinclair/typebox'
import { OneOf } from '../../schema/one-of.ts'
import { bucketStart } from '../../schema/responses/charts.ts'
import { HOT_RANKS, HOT_WINDOWS, HotPoolsSchema, type HotWindow } from '../../schema/responses/hot-pools.ts'
import type { ComponentContext } from '../component.ts'
import { BigintStringOrZero, limitUpTo, Offset } from '../http/route/fields.ts'
import { Borrowed } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { ALL_POOL_ROWS } from '../pool-rows.ts'

const WINDOWS = Object.keys(HOT_WINDOWS).filter((name): name is HotWindow => name in HOT_WINDOWS)

const seconds = (description: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, mustBe: 'seconds, an integer from 0', description, examples: [3_600] }),
  )
const lovelace = (description: string) => Type.Optional({ ...BigintStringOrZero, description })

const Query = Type.Object({
  window: OneOf(WINDOWS, {
    default: 'hour1',
    description: 'Length of the window, which ends with the running minute: 5 minutes, 1, 6 or 24 hours.',
  }),
  rank: OneOf(HOT_RANKS, { default: 'volume', description: 'Figure that orders the pools.' }),
  order: OneOf(['desc', 'asc'], { default: 'desc', description: 'Sort order: largest or smallest first.' }),
  venue: Type.Optional(
    OneOf(['curve', 'amm'], { description: 'Limits the list to pools on their curve or on the AMM.' }),
  ),
  minCap: lovelace('Minimum market cap, lovelace.'),
  maxCap: lovelace('Maximum market cap, lovelace.'),
  minVolume: lovelace('Minimum volume in the window, lovelace.'),
  minHolders: Type.Optional(
    Type.Integer({
      minimum: 0,
      mustBe: 'an integer from 0',
      description: 'Minimum number of holders.',
      examples: [50],
    }),
  ),
  maxCreator: Type.Optional(
    Type.Integer({
      minimum: 0,
      mustBe: 'an integer from 0',
      description:
        'Maximum share of the creator in all tokens, percent. A pool with an unknown creator does not match.',
      examples: [5],
    }),
  ),
  minAge: seconds('Minimum age since the launch, seconds.'),
  maxAge: seconds('Maximum age since the launch, seconds.'),
  offset: { ...Offset, description: 'Pools to skip.' },
  limit: limitUpTo(100, 30),
})

export const hotRoute = ({ readThreads, clock }: Pick<ComponentContext, 'readThreads' | 'clock'>): Route => {
  const now = (): number => Math.floor(clock() / 1000)
  return route({
    path: '/v1/pools-main-page/hot',
    operationId: 'getHotPools',
    summary: 'Pools that traded in the last minutes or hours, ranked',
    description:
      'A pool without a trade in the window is never listed. Trades without an order count in the volume, but not among the buyers.',
    query: Query,
    responses: { 200: { schema: HotPoolsSchema, description: 'A page of pools.' } },
    reads: { ...ALL_POOL_ROWS, trades: true, orders: true, bars: true },
    state: () => `${bucketStart('min1', now())}`,
    handle: ({ query, signal }, reply) =>
      readThreads
        .run({ name: 'hotPools', ...query, now: now() }, signal)
        .then((bytes) => reply(200, new Borrowed(bytes))),
  })
}
