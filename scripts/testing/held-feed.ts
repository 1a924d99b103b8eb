// What a client of the feed holds: fetched once over HTTP, from then on changed by frames alone. Tests compare it with what
// HTTP says later. It can begin again on another connection, as a client does whose connection has closed.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { poolList } from '../../api/client/pool-list.ts'
import { PATIENCE } from '../../fixtures/testing/patience.ts'
import type { ApiOrder } from '../../schema/orders.ts'
import type { PoolList } from '../../schema/pool-lists.ts'
import type { LiquidityPoolInfo } from '../../schema/pools.ts'
import type { FeedClient, Frame } from './feed-client.ts'

export interface Held {
  /** What it is, for messages: topic or path. */
  readonly what: string
  /** Subscribes, and fetches the state. */
  begin(client: FeedClient): Promise<void>
  /** As it stands in what HTTP says. */
  value(): unknown
  /** What HTTP says now. */
  said(): Promise<unknown>
}

const isRemoved = (data: Frame['data']): boolean => data?.removed === true

/** Gets JSON; null for a 404. @throws {Error} when the service cannot be reached or fails */
export const getJson = async (url: string): Promise<unknown> => {
  const answer = await fetch(url)
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`${url} is a ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Tokens of the main page, those that traded last first. */
export const listedTokens = async (api: string): Promise<string[]> => {
  const listed = await getJson(`${api}/v1/pools-main-page/initial/state?filter=Latest`)
  return (listed as LiquidityPoolInfo[]).map(({ info }) => info.asset)
}

/** Frames that come before the state do not say less than it, but may say it earlier: they are applied after it. */
const subscribeAndFetch = async <State>(
  subscribe: (take: (data: Frame['data']) => void) => Promise<void>,
  fetchState: () => Promise<State>,
  put: (state: State) => void,
  take: (data: Frame['data']) => void,
): Promise<void> => {
  const early: Frame['data'][] = []
  let isFetched = false
  await subscribe((data) => {
    if (isFetched) take(data)
    else early.push(data)
  })
  put(await fetchState())
  for (const data of early) take(data)
  isFetched = true
}

/** @param api of the service, `http://…` */
export const heldList = (api: string, list: PoolList): Held => {
  const url = `${api}/v1/pools-main-page/initial/state?filter=${list}`
  const pools = new Map<string, LiquidityPoolInfo>()
  const put = (pool: LiquidityPoolInfo) => pools.set(pool.pool.id, pool)
  return {
    what: `list ${list}`,
    begin: (client) =>
      subscribeAndFetch(
        (take) => client.subscribe(list, undefined, take),
        async () => (await getJson(url)) as LiquidityPoolInfo[],
        (fetched) => {
          pools.clear()
          for (const pool of fetched) put(pool)
        },
        (data) => {
          const pool = data as unknown as LiquidityPoolInfo
          if (isRemoved(data)) pools.delete(pool.pool.id)
          else put(pool)
        },
      ),
    value: () => poolList(list, pools.values()),
    said: () => getJson(url),
  }
}

/**
 * The newest state of one thing.
 * @param url of the state
 * @param of the part of what is fetched that frames are
 */
export const heldLatest = (
  topic: string,
  data: unknown,
  url: string,
  of = (fetched: unknown) => fetched,
): Held => {
  let value: unknown
  const fetched = async (): Promise<unknown> => {
    const answer = await getJson(url)
    return answer === null ? null : of(answer)
  }
  return {
    what: `${topic} ${JSON.stringify(data)}`,
    begin: (client) =>
      subscribeAndFetch(
        (take) => client.subscribe(topic, data, take),
        fetched,
        (state) => {
          value = state
        },
        (frame) => {
          value = isRemoved(frame) ? null : frame
        },
      ),
    value: () => value,
    said: fetched,
  }
}

const bar = (fetched: unknown): unknown => (fetched as { bar: unknown }).bar

/** Latest bars of a token, of prices and of market caps, both ways round. */
export const heldBars = (api: string, asset: string, interval: string): Held[] =>
  [
    { base: asset, quote: '.' },
    { base: '.', quote: asset },
  ].flatMap((pair) => {
    const query = `base=${pair.base}&quote=${pair.quote}&resolution=${interval}`
    const data = { pair, interval }
    return [
      heldLatest('LastBar', data, `${api}/v1/charts/initial-state?${query}`, bar),
      heldLatest('MCapBar', data, `${api}/v1/charts/mcap/initial-state?${query}`, bar),
    ]
  })

const sorted = (orders: ReadonlyMap<string, ApiOrder>): ApiOrder[] =>
  [...orders.values()].sort((a, b) => (a.entityId < b.entityId ? -1 : 1))

export interface HeldOrders extends Held {
  readonly orders: ReadonlyMap<string, ApiOrder>
}

/**
 * Orders, which HTTP gives in pages.
 * @param keys body of the request
 */
export const heldOrders = (
  topic: string,
  data: unknown,
  url: string,
  keys: readonly string[],
): HeldOrders => {
  const rows = new Map<string, ApiOrder>()
  const fetchAll = async (): Promise<Map<string, ApiOrder>> => {
    const all = new Map<string, ApiOrder>()
    for (let offset = 0; ; offset += 100) {
      const answer = await fetch(`${url}${url.includes('?') ? '&' : '?'}limit=100&offset=${offset}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(keys),
      })
      const { ledger, mempool } = (await answer.json()) as {
        ledger: { count: number; items: ApiOrder[] }
        mempool: ApiOrder[]
      }
      for (const order of [...ledger.items, ...mempool]) all.set(order.entityId, order)
      if (offset + 100 >= ledger.count) return all
    }
  }
  return {
    what: `${topic} ${JSON.stringify(data)}`,
    orders: rows,
    begin: (client) =>
      subscribeAndFetch(
        (take) => client.subscribe(topic, data, take),
        fetchAll,
        (fetched) => {
          rows.clear()
          for (const [id, order] of fetched) rows.set(id, order)
        },
        (frame) => {
          const order = frame as unknown as ApiOrder
          if (isRemoved(frame)) rows.delete(order.entityId)
          else rows.set(order.entityId, order)
        },
      ),
    value: () => sorted(rows),
    said: async () => sorted(await fetchAll()),
  }
}

/** Of an answer what does not change with the clock alone. */
const steady = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, member) => (key === 'isRelevant' ? undefined : member))

/** Of lists the first place that differs says more than all of them. */
const assertSame = (held: unknown, said: unknown, what: string): void => {
  if (Array.isArray(held) && Array.isArray(said))
    for (const [at, item] of held.entries()) assert.deepEqual(item, said[at], `${what}, place ${at}`)
  assert.deepEqual(held, said, what)
}

/** That each holds what HTTP says, on a chain that stands still. */
export const assertHeld = async (all: readonly Held[]): Promise<void> => {
  const end = Date.now() + PATIENCE
  for (const { what, value, said } of all) {
    const expected = await said()
    while (!isDeepStrictEqual(steady(value()), steady(expected)) && Date.now() < end) await sleep(20)
    assertSame(steady(value()), steady(expected), what)
  }
}
