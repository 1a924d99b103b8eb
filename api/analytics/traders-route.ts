// Routes about traders: the figures of one trader, leaderboards of the last days, and the traders of a token.
import { Type } from '@sinclair/typebox'
import { windowStart } from '../../projections/read/queries/traders.ts'
import { ApiError } from '../../schema/errors.ts'
import { OneOf } from '../../schema/one-of.ts'
import { bucketStart } from '../../schema/responses/charts.ts'
import {
  LeaderboardSchema,
  TokenTradersSchema,
  TRADER_RANKS,
  TRADER_WINDOWS,
  TraderSchema,
  type TraderWindow,
} from '../../schema/responses/traders.ts'
import type { ComponentContext } from '../component.ts'
import { limitUpTo, Offset, TokenIdParam } from '../http/route/fields.ts'
import { Borrowed } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { feesState, saleFeesOf } from './sale-fees.ts'
import { keyOfWallet, Wallet } from './wallet-field.ts'

const WINDOWS = Object.keys(TRADER_WINDOWS).filter((name): name is TraderWindow => name in TRADER_WINDOWS)

const page = {
  by: OneOf(TRADER_RANKS, {
    default: 'profit',
    description: 'Figure that orders the traders, largest first: net profit of sales, or volume.',
  }),
  offset: { ...Offset, description: 'Traders to skip.' },
  limit: limitUpTo(100, 30),
} as const

export const tradersRoutes = ({
  reader,
  readThreads,
  slotTime,
  configs,
}: Pick<ComponentContext, 'reader' | 'readThreads' | 'slotTime' | 'configs'>): readonly Route[] => {
  // From the chain and not from a clock, so that equal models give equal responses.
  const today = (): number => bucketStart('day1', slotTime(Math.max(0, reader.checkpoint?.slot ?? 0)))
  return [
    route({
      path: '/v1/traders',
      operationId: 'getLeaderboard',
      summary: 'Traders of the last 1, 7 or 30 days, by net profit or volume',
      description:
        'A window has whole days (UTC) and ends with the day of the newest block. Only executed orders count; the purchase of a launch is an executed order. A trader is a payment key.',
      query: Type.Object({
        window: OneOf(WINDOWS, { default: '7d', description: 'Number of days.' }),
        ...page,
      }),
      responses: { 200: { schema: LeaderboardSchema, description: 'A page of traders.' } },
      reads: { orders: true },
      state: () => `${today()}`,
      handle: async ({ query: { window, ...page }, signal }, reply) => {
        const from = windowStart(today(), window)
        return reply(200, new Borrowed(await readThreads.run({ name: 'leaderboard', from, ...page }, signal)))
      },
    }),
    route({
      path: '/v1/traders/{address}',
      operationId: 'getTrader',
      summary: 'A trader: net profit, volume, sales with a profit, tokens and launches',
      description:
        'The figures of one payment key: `all` is of all time. Profits of sales and of open positions are after every fee except network fees. `GET /v1/trades` with `wallet` has the trades. An address that never traded has figures of 0.',
      params: Type.Object({ address: Wallet }),
      responses: { 200: { schema: TraderSchema, description: 'The trader.' } },
      errors: [],
      reads: { orders: true, pools: true, balances: true, holders: true },
      state: () => `${today()}-${feesState(configs())}`,
      handle: async ({ params: { address }, signal }, reply) => {
        const fees = saleFeesOf(configs())
        const read = { name: 'trader', owner: keyOfWallet('address', address), today: today(), fees } as const
        return reply(200, new Borrowed(await readThreads.run(read, signal)))
      },
    }),
    route({
      path: '/v1/tokens/{asset}/traders',
      operationId: 'getTokenTraders',
      summary: 'Traders of a token, by net profit or volume',
      description:
        'All traders whose orders were executed in the token, since its launch. `profit` ranks by the profit of sales, not by that of open positions.',
      params: Type.Object({ asset: { ...TokenIdParam, description: 'The token.' } }),
      query: Type.Object(page),
      responses: { 200: { schema: TokenTradersSchema, description: 'A page of traders.' } },
      errors: ['NOT_FOUND'],
      reads: {
        orders: { token: ({ params }) => params.asset },
        pools: { token: ({ params }) => params.asset },
        balances: true,
      },
      state: () => feesState(configs()),
      handle: async ({ params: { asset: token }, query, signal }, reply) => {
        const read = { name: 'tokenTraders', token, fees: saleFeesOf(configs()), ...query } as const
        const bytes = await readThreads.run(read, signal)
        if (bytes.length <= 4) throw new ApiError('NOT_FOUND', `No token ${token} is listed`)
        return reply(200, new Borrowed(bytes))
      },
    }),
  ]
}
