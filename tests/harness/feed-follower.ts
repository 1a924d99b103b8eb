// A client of the feed that relies only on the feed's frames. It subscribes to every topic, fetches each state once and after every lost
// subscription, and then applies the frames. Tests compare its state with HTTP responses. Every frame is checked against its schema.
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import WebSocket from 'ws'
import { checkFrame } from '../../api/feed/testing/check-frame.ts'
import {
  FeedClient,
  type FeedHandlers,
  followBars,
  initialState,
  launchpadClient,
  poolList,
} from '../../client/client.ts'
import type { Bar } from '../../schema/responses/chart-responses.ts'
import type { SubscriptionData, Topic } from '../../schema/responses/feed.ts'
import type { FeedData, RemovedData } from '../../schema/responses/feed-frames.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { POOL_LISTS } from '../../schema/responses/pool-lists.ts'
import type { LiquidityPoolInfo } from '../../schema/responses/pools.ts'
import { TEST_TIMEOUT_MS } from '../kit/test-timeout.ts'
import { until } from '../kit/until.ts'

interface Held {
  readonly what: string
  value(): unknown
  fresh(): Promise<unknown>
}

/** Leaves out values that change although the chain does not. */
const steady = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, member) => (key === 'isRelevant' ? undefined : member))

/** For lists, names the first difference. */
const assertSame = (held: unknown, fresh: unknown, what: string): void => {
  if (Array.isArray(held) && Array.isArray(fresh))
    for (const [at, item] of held.entries()) assert.deepEqual(item, fresh[at], `${what}, place ${at}`)
  assert.deepEqual(held, fresh, what)
}

const sorted = (orders: ReadonlyMap<string, ApiOrder>): ApiOrder[] =>
  [...orders.values()].sort((a, b) => (a.entityId < b.entityId ? -1 : 1))

const PAGE = 100

/** Frames arrive soon, and subscriptions are not limited. */
export const FOLLOWED_FEED = {
  FEED_CONFLATE: '20',
  FEED_SUBSCRIPTIONS: '1000',
  FEED_MESSAGES: '1000/1000',
} as const

export class FeedFollower {
  readonly #url: string
  readonly #client: ReturnType<typeof launchpadClient>
  readonly #feed: FeedClient
  readonly #held: Held[] = []
  readonly events = new Set<string>()
  readonly losses: string[] = []
  /** @param url its feed must allow a thousand subscriptions per connection */
  constructor(t: { after(close: () => void): void }, url: string) {
    this.#url = url
    this.#client = launchpadClient(url)
    const { events } = this
    class Checked extends WebSocket {
      constructor(address: string) {
        super(address)
        this.on('message', (text) => {
          const frame: { readonly event: string } = JSON.parse(String(text))
          checkFrame(frame)
          events.add(frame.event)
        })
      }
    }
    const messages = { rate: 1_000, burst: 1_000 }
    // The simulation shortens waits, but not response times. A busy machine may need seconds.
    const fetchTimeout = 20 * TEST_TIMEOUT_MS
    this.#feed = new FeedClient(url, {
      WebSocket: Checked,
      firstWait: 20,
      longestWait: 500,
      messages,
      fetchTimeout,
    })
    t.after(() => this.#feed.close())
  }

  async subscribe(): Promise<void> {
    for (const list of POOL_LISTS) {
      const pools = new Map<string, LiquidityPoolInfo>()
      const fetch = () => initialState[list](this.#client)
      const apply = (all: readonly LiquidityPoolInfo[]): void => {
        pools.clear()
        for (const info of all) pools.set(info.pool.id, info)
      }
      await this.#subscribe(list, null, {
        initial: { fetch, apply },
        onData: (info) => pools.set(info.pool.id, info),
        onRemoved: ({ id }) => pools.delete(id),
      })
      this.#held.push({ what: list, value: () => poolList(list, pools.values()), fresh: fetch })
    }
    await this.#latest('KOTH', null, () => initialState.KOTH(this.#client))
    const tokens = (await initialState.Latest(this.#client)).slice(0, 12).map(({ info }) => info.asset)
    for (const asset of tokens)
      await this.#latest('PoolFeed', { asset }, () => initialState.PoolFeed(this.#client, { asset }))
    for (const asset of tokens.slice(0, 6))
      for (const interval of ['min1', 'day1'] as const)
        for (const pair of [
          { base: asset, quote: '.' },
          { base: '.', quote: asset },
        ]) {
          const bars = { pair, interval }
          await this.#latest('LastBar', bars, () => initialState.LastBar(this.#client, bars))
          await this.#latest('MCapBar', bars, () => initialState.MCapBar(this.#client, bars))
          await this.#bars(bars)
        }
    await this.#subscribeToLatestOrders()
    await this.#subscribeToOrders(tokens)
    await this.#subscribeToStatus()
  }

  async assertSameAsHttp(): Promise<void> {
    for (const { what, value, fresh } of this.#held) {
      const expected = steady(await fresh())
      await until(what, () => isDeepStrictEqual(steady(value()), expected)).catch(() => {})
      assertSame(steady(value()), expected, what)
    }
  }

  /** Only the status of the models is compared, because the rest changes although the chain does not. */
  async #subscribeToStatus(): Promise<void> {
    let status: FeedData<'Status'> | undefined
    const apply = (state: FeedData<'Status'>): void => {
      status = state
    }
    const fetch = () => initialState.Status(this.#client)
    await this.#subscribe('Status', null, { initial: { fetch, apply }, onData: apply })
    const fresh = async () => (await fetch()).models
    this.#held.push({ what: 'Status', value: () => status?.models ?? null, fresh })
  }

  /** Compares only orders since the first response, at most one page. */
  async #subscribeToLatestOrders(): Promise<void> {
    const held = new Map<string, ApiOrder>()
    const fetch = () => initialState.LatestOrders(this.#client)
    const times = (orders: readonly ApiOrder[]): number[] => orders.map(({ timestamp }) => timestamp)
    let after = 0
    await this.#subscribe('LatestOrders', null, {
      initial: {
        fetch,
        apply: (orders) => {
          after = Math.max(0, ...times(orders))
          held.clear()
          for (const order of orders) held.set(order.entityId, order)
        },
      },
      onData: (order) => held.set(order.entityId, order),
      onRemoved: ({ entityId }) => held.delete(entityId),
    })
    let last: readonly ApiOrder[] = []
    const later = (orders: Iterable<ApiOrder>): ApiOrder[] => {
      // A full response may lack orders of its oldest block.
      const from = Math.max(after, last.length < PAGE ? 0 : Math.min(...times(last)))
      return sorted(new Map([...orders].map((order) => [order.entityId, order]))).filter(
        ({ timestamp }) => timestamp > from,
      )
    }
    this.#held.push({
      what: 'LatestOrders',
      value: () => later(held.values()),
      fresh: async () => {
        last = await fetch()
        return later(last)
      },
    })
  }

  async #subscribeToOrders(tokens: readonly string[]): Promise<void> {
    const owners = new Map<string, string>()
    const pairs = new Map<
      string,
      { readonly pkh: string; readonly address: string; readonly asset: string }
    >()
    const path = '/v1/orders-feed/initial/state'
    for (const asset of tokens) {
      const orders = await this.#orders('LiveOrdersFeed', { asset }, `${path}?asset=${asset}`, [])
      for (const { pkh, address } of orders.values()) {
        owners.set(pkh, address)
        pairs.set(`${pkh} ${asset}`, { pkh, address, asset })
      }
    }
    const pkhFilter = [...owners.keys()].slice(0, 2)
    for (const asset of pkhFilter.length === 2 ? tokens.slice(0, 3) : [])
      await this.#orders('LiveOrdersFeed', { asset, pkhFilter }, `${path}?asset=${asset}`, pkhFilter)
    const history = '/v1/user-history-feed/initial/state'
    for (const [pkh, address] of [...owners].slice(0, 8))
      await this.#orders('UserHistoryByAddress', { address }, history, [pkh])
    // Waiting orders are soon filled, so the follower subscribes to many pairs of an owner and a token.
    for (const { pkh, address, asset } of [...pairs.values()].filter((_, at) => at % 3 === 0)) {
      const by = `${history}/by/asset?asset=${asset}`
      await this.#orders('UserHistoryByAddressAndAsset', { address, asset }, by, [pkh])
    }
  }

  async #latest<T extends Topic>(
    topic: T,
    data: SubscriptionData<T>,
    fetch: () => Promise<unknown>,
  ): Promise<void> {
    let value: unknown
    const apply = (state: unknown): void => {
      value = state
    }
    await this.#subscribe(topic, data, {
      initial: { fetch, apply },
      onData: apply,
      onRemoved: () => apply(null),
    })
    this.#held.push({ what: `${topic} ${JSON.stringify(data)}`, value: () => value, fresh: fetch })
  }

  #bars({ pair, interval }: SubscriptionData<'LastBar'>): Promise<void> {
    let bars: readonly Bar[] = []
    const query = { ...pair, resolution: interval, from: 0, to: 99_999_999_999 }
    this.#held.push({
      what: `bars ${JSON.stringify(query)}`,
      value: () => bars,
      fresh: async () => (await this.#client.GET('/v1/charts/history', { params: { query } })).data,
    })
    return new Promise((resolve) => {
      const set = (all: readonly Bar[]): void => {
        bars = all
      }
      followBars(this.#client, this.#feed, { pair, interval }, set, ({ state }) => {
        if (state === 'subscribed') resolve()
      })
    })
  }

  async #orders<T extends 'LiveOrdersFeed' | 'UserHistoryByAddress' | 'UserHistoryByAddressAndAsset'>(
    topic: T,
    data: SubscriptionData<T>,
    path: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, ApiOrder>> {
    let orders = new Map<string, ApiOrder>()
    const fetch = () => this.#fetchOrders(path, keys)
    const apply = (all: Map<string, ApiOrder>): void => {
      orders = all
    }
    await this.#subscribe(topic, data, {
      initial: { fetch, apply },
      onData: (order: ApiOrder) => orders.set(order.entityId, order),
      onRemoved: ({ entityId }: RemovedData<'LiveOrdersFeed'>) => orders.delete(entityId),
    })
    this.#held.push({
      what: `${topic} ${JSON.stringify(data)}`,
      value: () => sorted(orders),
      fresh: async () => sorted(await fetch()),
    })
    return orders
  }

  async #fetchOrders(path: string, keys: readonly string[]): Promise<Map<string, ApiOrder>> {
    const all = new Map<string, ApiOrder>()
    for (let offset = 0; ; offset += PAGE) {
      const query = `${path.includes('?') ? '&' : '?'}limit=${PAGE}&offset=${offset}`
      const response = await fetch(this.#url + path + query, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(keys),
      })
      assert.equal(response.status, 200, path)
      const { ledger, mempool } = (await response.json()) as {
        ledger: { count: number; items: ApiOrder[] }
        mempool: ApiOrder[]
      }
      for (const order of [...ledger.items, ...mempool]) all.set(order.entityId, order)
      if (offset + PAGE >= ledger.count) return all
    }
  }

  #subscribe<T extends Topic, State>(
    topic: T,
    data: SubscriptionData<T>,
    handlers: FeedHandlers<T, State>,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#feed.subscribe(topic, data, {
        ...handlers,
        onState: (state) => {
          if (state.state === 'subscribed') resolve()
          else if (state.state === 'lost') this.losses.push(state.reason)
          else reject(new Error(`${topic} was refused: ${state.message}`))
        },
      })
    })
  }
}
