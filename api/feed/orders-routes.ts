// Orders of a token and histories of keys: states that a page fetches before it subscribes to the feed.
import { Type } from '@sinclair/typebox'
import { type OrderFilter, orderQueries } from '../../projections/read/queries/orders.ts'
import { textsOfTable } from '../../projections/read/queries/outputs/row-texts.ts'
import { ApiError } from '../../schema/errors.ts'
import type { AssetId, Hex } from '../../schema/primitives.ts'
import { outputOfEntity } from '../../schema/responses/entity-id.ts'
import { orNull } from '../../schema/responses/field-schemas.ts'
import {
  LatestOrdersSchema,
  OrderMetricsSchema,
  OrderSchema,
  OrdersSchema,
  OrderTradeSchema,
} from '../../schema/responses/orders.ts'
import type { ComponentContext } from '../component.ts'
import { json, KIB } from '../http/route/body.ts'
import { KeyHash, limitUpTo, Offset, TokenIdParam } from '../http/route/fields.ts'
import { Prepared, type Reply } from '../http/route/reply.ts'
import { type ApiRequest, type Route, route } from '../http/route/route.ts'

const MAX_LIMIT = 100

const MAX_KEYS = 100

/** A page that needs more index rows is read in a read thread. */
const QUICK_STEPS = 10_000

const page = { offset: { ...Offset, description: 'Orders to skip.' }, limit: limitUpTo(MAX_LIMIT) }
const asset = {
  ...TokenIdParam,
  description: 'The token. For a token that is not listed yet, only waiting orders are found.',
}

const keysOf = (minItems: number) =>
  Type.Array(
    { ...KeyHash, description: 'Payment key hash.' },
    {
      minItems,
      maxItems: MAX_KEYS,
      description: 'Payment key hashes of the owners.',
      mustBe: `a list of ${minItems} to ${MAX_KEYS} key hashes of 56 hex digits`,
    },
  )

const SomeKeys = json(keysOf(1), { limit: 16 * KIB })
const AnyKeys = json(Type.Optional(keysOf(0)), { limit: 16 * KIB })

interface TokenOrders {
  readonly query: { readonly asset: AssetId }
  readonly body: readonly Hex[] | undefined
}

/** Without keys, the orders of all owners. */
const ordersOf = ({ query: { asset }, body: keys = [] }: TokenOrders): OrderFilter =>
  keys.length === 0 ? { of: 'token', asset } : { of: 'token', asset, keys }

type Context = Pick<ComponentContext, 'reader' | 'readThreads' | 'shared'>

const responses = { 200: { schema: OrdersSchema, description: 'A page of orders.' } }
const lookUp = { reads: { orders: true } } as const

const readsOf = ({ reader, shared: { pendingOrders: pending } }: Context) => {
  const texts = textsOfTable(reader, 'orders')
  const orders = reader.prepared((database) => orderQueries(database, texts))
  return { orders, pending, pendingState: (): string => `${pending.version}` }
}

type Reads = ReturnType<typeof readsOf>

/** A large page comes from a read thread. */
const pagesOf =
  ({ readThreads }: Context, { orders, pending }: Reads) =>
  (
    request: Pick<
      ApiRequest<unknown, { readonly offset: number; readonly limit: number }>,
      'query' | 'signal'
    >,
    filter: OrderFilter,
    reply: (status: 200, body: Prepared) => Reply,
  ): Reply | Promise<Reply> => {
    const { offset, limit } = request.query
    const body = (ledger: string | Buffer) => {
      const mempool = JSON.stringify(pending.matching(filter))
      return reply(200, new Prepared(`{"ledger":${ledger},"mempool":${mempool}}`))
    }
    const page = orders().page(filter, offset, limit, QUICK_STEPS)
    if (page !== undefined) return body(page)
    return readThreads.run({ name: 'ordersPage', filter, offset, limit }, request.signal).then(body)
  }

type Pages = ReturnType<typeof pagesOf>

const CONFIRMED =
  "A filled order is listed only when a pool, or orders that filled each other, account for its amounts; other filled orders are only in their owner's history."

const tokenOrdersRoutes = ({ pendingState }: Reads, response: Pages): readonly Route[] => {
  const ofToken = {
    query: Type.Object({ asset, ...page }),
    body: AnyKeys,
    responses,
    state: pendingState,
    reads: {
      orders: {
        token: ({ query, body: keys = [] }: TokenOrders) => (keys.length === 0 ? query.asset : undefined),
        owner: ({ body }: TokenOrders) => body,
      },
    },
  }
  return [
    route({
      path: '/v1/orders-feed/initial/state',
      operationId: 'getAssetOrders',
      summary: "A token's orders, newest first",
      description: `${CONFIRMED} Orders are sorted by the time of their last change of status. Without a body or keys the orders of all owners are listed.`,
      ...ofToken,
      handle: (request, reply) => response(request, ordersOf(request), reply),
    }),
    route({
      path: '/v1/orders-feed/initial/state/filled',
      operationId: 'getFilledAssetOrders',
      summary: "A token's filled orders, newest first",
      description: `${CONFIRMED} Without a body or keys the orders of all owners are listed. No order of the mempool is listed.`,
      ...ofToken,
      handle: (request, reply) => response(request, { ...ordersOf(request), status: 'filled' }, reply),
    }),
  ]
}

const openOrdersRoute = ({ pendingState }: Reads, response: Pages): Route =>
  route({
    path: '/v1/orders-feed/initial/state/open',
    operationId: 'getOpenAssetOrders',
    summary: "A token's open orders, newest first",
    description: 'Orders that can still be filled or cancelled, with those that wait in the mempool.',
    query: Type.Object({ asset, ...page }),
    responses,
    state: pendingState,
    reads: { orders: { token: ({ query }) => query.asset } },
    handle: (request, reply) =>
      response(request, { of: 'token', asset: request.query.asset, status: 'open' }, reply),
  })

const latestRoutes = ({ orders }: Reads): readonly Route[] => {
  const latest = {
    query: Type.Object({ limit: limitUpTo(MAX_LIMIT) }),
    responses: { 200: { schema: LatestOrdersSchema, description: 'The orders.' } },
    ...lookUp,
  }
  return [
    route({
      path: '/v1/orders-feed/latest',
      operationId: 'getLatestOrders',
      summary: 'Orders of all listed tokens, newest first',
      description: CONFIRMED,
      ...latest,
      handle: ({ query: { limit } }, reply) => reply(200, new Prepared(orders().latest(limit))),
    }),
    route({
      path: '/v1/orders-feed/latest/filled',
      operationId: 'getLatestFilledOrders',
      summary: 'Filled orders of all listed tokens, newest first',
      description: CONFIRMED,
      ...latest,
      handle: ({ query: { limit } }, reply) => reply(200, new Prepared(orders().latest(limit, ['filled']))),
    }),
  ]
}

const ordersFeedRoutes = ({ orders, pending, pendingState }: Reads): readonly Route[] => [
  route({
    path: '/v1/orders-feed/orders/{entityId}',
    operationId: 'getOrder',
    summary: 'An order by its output',
    description:
      '`/order` returns this id before the order is submitted. The order is found once it is in the mempool or in a block.',
    params: Type.Object({
      entityId: Type.String({
        pattern: '^[0-9a-fA-F]{64}:[0-9]{1,5}$',
        lowerCase: true,
        description: 'The `entityId` of the order.',
        mustBe: 'an output as `txHash:index`',
        examples: ['440d0bb59ef9e5e9d8d4e8a0f4c5c8f0f4e2b0b9e5d0c8f7a6b5c4d3e2f1a0b9:0'],
      }),
    }),
    responses: { 200: { schema: OrderSchema, description: 'The order.' } },
    errors: ['NOT_FOUND'],
    ...lookUp,
    state: pendingState,
    handle: ({ params: { entityId } }, reply) => {
      const order = pending.byEntityId(entityId) ?? orders().byOutput(outputOfEntity(entityId))
      if (order === undefined) throw new ApiError('NOT_FOUND', `No order ${entityId} is known`)
      return reply(200, order)
    },
  }),
  route({
    path: '/v1/orders-feed/metrics',
    operationId: 'getOrderMetrics',
    summary: "Sums of a key's filled orders of a token",
    description: 'Lovelace and tokens that the filled orders of one payment key bought and sold.',
    query: Type.Object({ asset, pkh: { ...KeyHash, description: "The owner's payment key hash." } }),
    responses: {
      200: {
        schema: orNull(OrderMetricsSchema),
        description: 'Sums of filled orders; null if no order was filled.',
      },
    },
    ...lookUp,
    reads: { orders: { token: ({ query }) => query.asset } },
    handle: ({ query }, reply) => reply(200, orders().metrics(query.asset, query.pkh) ?? null),
  }),
]

const historyRoutes = ({ pendingState }: Reads, response: Pages): readonly Route[] => {
  const ofKeys = {
    body: SomeKeys,
    responses,
    state: pendingState,
    reads: { orders: { owner: ({ body }: { readonly body: readonly Hex[] }) => body } },
  }
  return [
    route({
      path: '/v1/user-history-feed/initial/state',
      operationId: 'getUserHistory',
      summary: 'Orders of keys in all tokens, newest first',
      description:
        'Open, filled and cancelled orders, with those that wait in the mempool. The body has the payment key hashes.',
      query: Type.Object(page),
      ...ofKeys,
      handle: (request, reply) => response(request, { of: 'history', keys: request.body }, reply),
    }),
    route({
      path: '/v1/user-history-feed/initial/state/by/asset',
      operationId: 'getUserHistoryByAsset',
      summary: 'Orders of keys in a token, newest first',
      description: 'Open, filled and cancelled orders of one token. The body has the payment key hashes.',
      query: Type.Object({ asset, ...page }),
      ...ofKeys,
      handle: (request, reply) => {
        const { query, body: keys } = request
        return response(request, { of: 'history', asset: query.asset, keys }, reply)
      },
    }),
    route({
      path: '/v1/user-history-feed/initial/state/open',
      operationId: 'getOpenOrders',
      summary: 'Open orders of keys in all tokens, newest first',
      description:
        'Orders that can still be filled or cancelled, with those that wait in the mempool. The body has the payment key hashes.',
      query: Type.Object(page),
      ...ofKeys,
      handle: (request, reply) =>
        response(request, { of: 'history', keys: request.body, status: 'open' }, reply),
    }),
  ]
}

const tradeRoute = ({ orders, pending, pendingState }: Reads): Route =>
  route({
    path: '/v1/user-history-feed/order/trades',
    operationId: 'getOrderTrade',
    summary: 'The outcome of an order, by its beacon',
    description:
      'Includes the orders that continued it after partial fills. Anybody may write a beacon into an order. If several orders have the same beacon, the response is the order from whose transaction the beacon is derived. If there is none, it is the first order on the chain, or else in the mempool.',
    query: Type.Object({
      beacon: Type.String({
        pattern: '^(?:[0-9a-fA-F]{56}|[0-9a-fA-F]{80})$',
        lowerCase: true,
        description: 'The `beacon` of the order.',
        mustBe: 'a beacon of 56 or 80 hex digits',
        examples: ['07f03034afc822b3f2921e504a21e130fddbeafffa9a215660f87289'],
      }),
    }),
    responses: { 200: { schema: OrderTradeSchema, description: 'The order.' } },
    errors: ['NOT_FOUND'],
    ...lookUp,
    state: pendingState,
    handle: ({ query: { beacon } }, reply) => {
      const trade = orders().trade(beacon) ?? pending.trade(beacon)
      if (trade === undefined) throw new ApiError('NOT_FOUND', `No order has the beacon ${beacon}`)
      return reply(200, trade)
    },
  })

export const ordersRoutes = (context: Context): readonly Route[] => {
  const reads = readsOf(context)
  const pages = pagesOf(context, reads)
  return [
    ...tokenOrdersRoutes(reads, pages),
    openOrdersRoute(reads, pages),
    ...latestRoutes(reads),
    ...ordersFeedRoutes(reads),
    ...historyRoutes(reads, pages),
    tradeRoute(reads),
  ]
}
