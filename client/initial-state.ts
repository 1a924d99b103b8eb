// Functions that fetch a topic's initial state over HTTP, in the shape that the topic's frames change. They are meant for `initial.fetch`
// of a subscription.

import type { SubscriptionData } from '../schema/responses/feed.ts'
import type { PoolList } from '../schema/responses/pool-lists.ts'
import type { ApiOrder, FeedData, LiquidityPoolInfo } from './feed-data.ts'
import type { LaunchpadClient } from './launchpad-client.ts'
import { paymentKeyOf } from './payment-key.ts'
import { dataOf, foundOf } from './response.ts'

/** Orders in the mempool come first. Such an order replaces its own older state on the chain. */
const ordersOf = ({ ledger, mempool }: OrdersPage): ApiOrder[] => {
  const pending = new Set(mempool.map(({ entityId }) => entityId))
  return [...mempool, ...ledger.items.filter(({ entityId }) => !pending.has(entityId))]
}

interface OrdersPage {
  readonly ledger: { readonly count: number; readonly items: readonly ApiOrder[] }
  readonly mempool: readonly ApiOrder[]
}

/** The service's maximum. */
const limit = 100

type OpenOrders = (query: { readonly limit: number; readonly offset: number }) => Promise<OrdersPage>

const openOfKeys =
  (client: LaunchpadClient, body: string[]): OpenOrders =>
  async (query) =>
    dataOf(await client.POST('/v1/user-history-feed/initial/state/open', { params: { query }, body }))

const openOfToken =
  (client: LaunchpadClient, asset: string): OpenOrders =>
  async (page) => {
    const query = { asset, ...page }
    return dataOf(await client.GET('/v1/orders-feed/initial/state/open', { params: { query } }))
  }

/**
 * An order may stay open behind any number of newer ones.
 * @param isOfToken only older orders of the token of the newest ones; the subscriber may have named it by its fingerprint
 */
const withOlderOpen = async (
  newest: OrdersPage,
  open: OpenOrders,
  isOfToken: boolean,
): Promise<ApiOrder[]> => {
  const orders = new Map(ordersOf(newest).map((order) => [order.entityId, order]))
  const token = newest.ledger.items[0]?.asset
  let hasMore = newest.ledger.count > limit
  let [offset, last]: [number, string | undefined] = [0, undefined]
  while (hasMore) {
    const { items, count } = (await open({ limit, offset })).ledger
    // An order that ended meanwhile has moved the others up, so one of them may be missing: the pages are read again.
    const isJoined = offset === 0 || items.some(({ entityId }) => entityId === last)
    if (isJoined)
      for (const order of items)
        if (!orders.has(order.entityId) && (!isOfToken || order.asset === token))
          orders.set(order.entityId, order)
    last = items.at(-1)?.entityId
    hasMore = !isJoined || offset + items.length < count
    // A page begins with the last order of the page before it.
    offset = isJoined ? offset + items.length - 1 : 0
  }
  return [...orders.values()]
}

const list =
  (filter: PoolList) =>
  async (client: LaunchpadClient): Promise<LiquidityPoolInfo[]> =>
    dataOf(await client.GET('/v1/pools-main-page/initial/state', { params: { query: { filter } } }))

/**
 * Fetches the state of a topic. Each function throws an Error if the request fails. Orders are the newest 100 and all open ones; for all
 * tokens, the newest 100.
 */
export const initialState = {
  Latest: list('Latest'),
  New: list('New'),
  MCapDesc: list('MCapDesc'),
  Progress: list('Progress'),
  CompletedCreateOn: list('CompletedCreateOn'),
  CompletedMCap: list('CompletedMCap'),

  KOTH: async (client: LaunchpadClient): Promise<LiquidityPoolInfo | null> =>
    foundOf(await client.GET('/v1/pools-main-page/koth')),

  PoolFeed: async (
    client: LaunchpadClient,
    { asset }: SubscriptionData<'PoolFeed'>,
  ): Promise<LiquidityPoolInfo | null> =>
    foundOf(await client.GET('/v1/pools-feed/initial/state', { params: { query: { asset } } })),

  LiveOrdersFeed: async (
    client: LaunchpadClient,
    { asset, pkhFilter }: SubscriptionData<'LiveOrdersFeed'>,
  ): Promise<ApiOrder[]> => {
    const keys = [...(pkhFilter ?? [])]
    const request = { params: { query: { asset, limit } }, body: keys }
    const newest = dataOf(await client.POST('/v1/orders-feed/initial/state', request))
    const open = keys.length === 0 ? openOfToken(client, asset) : openOfKeys(client, keys)
    return withOlderOpen(newest, open, true)
  },

  LatestOrders: async (client: LaunchpadClient): Promise<ApiOrder[]> =>
    dataOf(await client.GET('/v1/orders-feed/latest', { params: { query: { limit } } })),

  UserHistoryByAddress: async (
    client: LaunchpadClient,
    { address }: SubscriptionData<'UserHistoryByAddress'>,
  ): Promise<ApiOrder[]> => {
    const body = [paymentKeyOf(address)]
    const request = { params: { query: { limit } }, body }
    const newest = dataOf(await client.POST('/v1/user-history-feed/initial/state', request))
    return withOlderOpen(newest, openOfKeys(client, body), false)
  },

  UserHistoryByAddressAndAsset: async (
    client: LaunchpadClient,
    { address, asset }: SubscriptionData<'UserHistoryByAddressAndAsset'>,
  ): Promise<ApiOrder[]> => {
    const body = [paymentKeyOf(address)]
    const request = { params: { query: { asset, limit } }, body }
    const newest = dataOf(await client.POST('/v1/user-history-feed/initial/state/by/asset', request))
    return withOlderOpen(newest, openOfKeys(client, body), true)
  },

  LastBar: async (
    client: LaunchpadClient,
    { pair, interval: resolution }: SubscriptionData<'LastBar'>,
  ): Promise<FeedData<'LastBar'> | null> => {
    const query = { ...pair, resolution }
    const response = foundOf(await client.GET('/v1/charts/initial-state', { params: { query } }))
    return response && { ...response.bar, isRelevant: response.isRelevant }
  },

  MCapBar: async (
    client: LaunchpadClient,
    { pair, interval: resolution }: SubscriptionData<'MCapBar'>,
  ): Promise<FeedData<'MCapBar'> | null> => {
    const query = { ...pair, resolution }
    return foundOf(await client.GET('/v1/charts/mcap/initial-state', { params: { query } }))?.bar ?? null
  },

  Status: async (client: LaunchpadClient): Promise<FeedData<'Status'>> => {
    const { state, problem, node, log, models, lag, refolding } = dataOf(await client.GET('/status'))
    return { state, problem, node, log, models, lag, refolding }
  },
}
