// The feed on a live devnet that forks: a client that applied frames alone to what it fetched once holds what HTTP says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { CHAIN_FILE } from '../fixtures/chains/recording.ts'
import { createActors } from '../fixtures/devnet/actors/actors.ts'
import { Random } from '../fixtures/devnet/actors/random.ts'
import { LIVE_RATES } from '../fixtures/devnet/actors/rates.ts'
import { startDevnet } from '../fixtures/devnet/devnet.ts'
import { genesis } from '../fixtures/devnet/genesis.ts'
import { RECORDING_START } from '../fixtures/devnet/launchpad.ts'
import { readChainFile } from '../fixtures/devnet/recording/chain-file.ts'
import type { ApiOrder } from '../schema/orders.ts'
import type { PoolList } from '../schema/pool-lists.ts'
import type { LiquidityPoolInfo } from '../schema/pools.ts'
import { seedOf } from './testing/begin.ts'
import { FeedClient, type Frame } from './testing/feed-client.ts'
import { startOnDevnet, untilAt } from './testing/recorded-devnet.ts'

const BLOCKS = 200

/** How a client orders a list, greatest first; pools with the same value by their ids. */
const RANK: Readonly<Record<PoolList, (pool: LiquidityPoolInfo) => number>> = {
  Latest: ({ pool }) => pool.timestamp,
  New: ({ pool }) => pool.createdOn,
  MCapDesc: ({ metrics }) => metrics.marketCap,
  Progress: ({ pool }) =>
    Number((BigInt(pool.x.amount) * 1_000_000_000_000n) / BigInt(pool.adaCapThreshold ?? 1)),
  CompletedCreateOn: ({ pool }) => pool.createdOn,
  CompletedMCap: ({ metrics }) => metrics.marketCap,
}
const isCompleted = (list: PoolList): boolean => list.startsWith('Completed')

/** What a client holds of something: fetched once, changed by frames. */
interface Held {
  readonly path: string
  /** As it stands in the answer of `path`. */
  value(): unknown
  /** What HTTP says now, where it is not the answer of `path`. */
  said?(): Promise<unknown>
}

const sorted = (orders: ReadonlyMap<string, ApiOrder>): ApiOrder[] =>
  [...orders.values()].sort((a, b) => (a.entityId < b.entityId ? -1 : 1))

const isRemoved = (data: Frame['data']): boolean => data?.removed === true

/** Of an answer what does not change with the clock alone. */
const steady = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, member) => (key === 'isRelevant' ? undefined : member))

/** Of lists the first place that differs says more than all of them. */
const assertSame = (held: unknown, said: unknown, path: string): void => {
  if (Array.isArray(held) && Array.isArray(said))
    for (const [at, item] of held.entries()) assert.deepEqual(item, said[at], `${path}, place ${at}`)
  assert.deepEqual(held, said, path)
}

test('whoever applies frames alone holds what HTTP says, through 200 blocks with forks', async (t) => {
  const seed = seedOf(t)
  const random = new Random(`feed ${seed}`)
  const chainFile = fileURLToPath(CHAIN_FILE)
  const { point } = (await readChainFile(chainFile)).at(-1) ?? assert.fail()
  const devnet = await startDevnet({
    recording: chainFile,
    blockInterval: 0,
    clock: () => RECORDING_START + point.slot * 1000,
    genesis,
    actors: (ledger) => createActors(ledger, String(seed), { ...LIVE_RATES, launches: 0.06 }),
    onError: (error) => assert.fail(String(error)),
  })
  t.after(() => devnet.close())
  const service = await startOnDevnet(t, {
    OGMIOS_URL: devnet.url,
    FEED_CONFLATE: '20',
    FEED_SUBSCRIPTIONS: '1000',
    FEED_MESSAGES: '1000/1000',
  })
  await untilAt(service, devnet.chain)
  const get = async (path: string): Promise<unknown> => {
    const answer = await fetch(service.url + path)
    return answer.status === 404 ? null : answer.json()
  }
  const client = new FeedClient(service.url)
  await client.open()
  t.after(() => client.close())
  const held: Held[] = []

  for (const list of Object.keys(RANK) as PoolList[]) {
    const path = `/v1/pools-main-page/initial/state?filter=${list}`
    const pools = new Map<string, LiquidityPoolInfo>()
    const put = (pool: LiquidityPoolInfo) => pools.set(pool.pool.id, pool)
    await client.subscribe(list, undefined, (data) => {
      const pool = data as unknown as LiquidityPoolInfo
      if (isRemoved(data)) pools.delete(pool.pool.id)
      else put(pool)
    })
    for (const pool of (await get(path)) as LiquidityPoolInfo[]) put(pool)
    held.push({
      path,
      value: () =>
        [...pools.values()]
          .filter(({ pool }) => (pool.cpmmPoolId !== null) === isCompleted(list))
          .sort((a, b) => RANK[list](b) - RANK[list](a) || (a.pool.id < b.pool.id ? -1 : 1))
          .slice(0, 60),
    })
  }

  /** Subscribes to the newest state of one thing. */
  const latest = async (topic: string, data: unknown, path: string, of = (fetched: unknown) => fetched) => {
    let value: unknown
    await client.subscribe(topic, data, (frame) => {
      value = isRemoved(frame) ? null : frame
    })
    const fetched = await get(path)
    value ??= fetched === null ? null : of(fetched)
    held.push({ path, value: () => value })
  }
  await latest('KOTH', undefined, '/v1/pools-main-page/koth')
  const listed = (await get('/v1/pools-main-page/initial/state?filter=Latest')) as LiquidityPoolInfo[]
  const tokens = listed.slice(0, 12).map(({ info }) => info.asset)
  for (const asset of tokens)
    await latest('PoolFeed', { asset }, `/v1/pools-feed/initial/state?asset=${asset}`)
  const bar = (fetched: unknown): unknown => (fetched as { bar: unknown }).bar
  for (const asset of tokens.slice(0, 6))
    for (const interval of ['min1', 'day1'])
      for (const [base, quote] of [
        [asset, '.'],
        ['.', asset],
      ]) {
        const query = `base=${base}&quote=${quote}&resolution=${interval}`
        const pair = { base, quote }
        await latest('LastBar', { pair, interval }, `/v1/charts/initial-state?${query}`, bar)
        await latest('MCapBar', { pair, interval }, `/v1/charts/mcap/initial-state?${query}`, bar)
      }
  /** Subscribes to orders, which HTTP gives in pages. */
  const orders = async (topic: string, data: unknown, path: string, keys: readonly string[]) => {
    const rows = new Map<string, ApiOrder>()
    await client.subscribe(topic, data, (frame) => {
      const order = frame as unknown as ApiOrder
      if (isRemoved(frame)) rows.delete(order.entityId)
      else rows.set(order.entityId, order)
    })
    const fetchAll = async (): Promise<Map<string, ApiOrder>> => {
      const all = new Map<string, ApiOrder>()
      for (let offset = 0; ; offset += 100) {
        const query = `${path.includes('?') ? '&' : '?'}limit=100&offset=${offset}`
        const answer = await fetch(service.url + path + query, {
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
    for (const [id, order] of await fetchAll()) if (!rows.has(id)) rows.set(id, order)
    held.push({
      path: `${topic} ${path}`,
      value: () => sorted(rows),
      said: async () => sorted(await fetchAll()),
    })
    return rows
  }
  const owners = new Map<string, string>()
  for (const asset of tokens) {
    const path = `/v1/orders-feed/initial/state?asset=${asset}`
    for (const { pkh, address } of (await orders('LiveOrdersFeed', { asset }, path, [])).values())
      owners.set(pkh, address)
  }
  const [some, other] = [...owners.keys()]
  assert.ok(some !== undefined && other !== undefined)
  const filter = [some, other]
  for (const asset of tokens.slice(0, 3))
    await orders(
      'LiveOrdersFeed',
      { asset, pkhFilter: filter },
      `/v1/orders-feed/initial/state?asset=${asset}`,
      filter,
    )
  for (const [pkh, address] of [...owners].slice(0, 8)) {
    await orders('UserHistoryByAddress', { address }, '/v1/user-history-feed/initial/state', [pkh])
    for (const asset of tokens.slice(0, 2))
      await orders(
        'UserHistoryByAddressAndAsset',
        { address, asset },
        `/v1/user-history-feed/initial/state/by/asset?asset=${asset}`,
        [pkh],
      )
  }
  let status: Frame['data'] = null
  await client.subscribe('Status', undefined, (data) => {
    status = data
  })

  for (let made = 0; made < BLOCKS; ) {
    const burst = random.integer(1, 4)
    for (let n = 0; n < burst; n++) devnet.makeBlock()
    made += burst
    if (random.integer(0, 5) === 0) {
      const depth = random.integer(1, Math.min(10, made))
      await untilAt(service, devnet.chain)
      devnet.ledger.rollBack(depth)
      for (let n = 0; n <= depth; n++) devnet.makeBlock()
    }
    await sleep(random.integer(0, 20))
  }
  const { models } = await untilAt(service, devnet.chain)

  /** Frames that were held back are on their way for a moment. */
  const patience = Date.now() + 20_000
  for (const { path, value, said = () => get(path) } of held) {
    const answer = await said()
    const expected = path.includes('/charts/') && answer !== null ? bar(answer) : answer
    while (!isDeepStrictEqual(steady(value()), steady(expected)) && Date.now() < patience) await sleep(20)
    assertSame(steady(value()), steady(expected), path)
  }
  assert.deepEqual((status as Frame['data'])?.models, models)
  assert.deepEqual(client.closes, [])
  const events = new Set(client.frames.map(({ event }) => event))
  assert.deepEqual([...events].sort(), [
    'KOTH',
    'LastBarUpdate',
    'LiveOrdersFeed',
    'MCapBarUpdate',
    'MainPage',
    'PoolsFeed',
    'Status',
    'UserHistoryByAddress',
    'UserHistoryByAddressAndAsset',
  ])
})
