// The feed on a live devnet that forks: a client that applied frames alone to what it fetched once holds what HTTP says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { POOL_LISTS } from '../schema/pool-lists.ts'
import { seedOf } from './testing/begin.ts'
import { FeedClient, type Frame } from './testing/feed-client.ts'
import { startGrowingDevnet } from './testing/growing-devnet.ts'
import {
  assertHeld,
  type Held,
  heldBars,
  heldLatest,
  heldList,
  heldOrders,
  listedTokens,
} from './testing/held-feed.ts'
import { startOnDevnet, untilAt } from './testing/recorded-devnet.ts'

const BLOCKS = 200

const ordersOf = (api: string, asset: string): string => `${api}/v1/orders-feed/initial/state?asset=${asset}`

test('whoever applies frames alone holds what HTTP says, through 200 blocks with forks', async (t) => {
  const devnet = await startGrowingDevnet(t, seedOf(t))
  const service = await startOnDevnet(t, {
    OGMIOS_URL: devnet.url,
    FEED_CONFLATE: '20',
    FEED_SUBSCRIPTIONS: '1000',
    FEED_MESSAGES: '1000/1000',
  })
  await untilAt(service, devnet.chain)
  const api = service.url
  const client = new FeedClient(api)
  await client.open()
  t.after(() => client.close())
  const held: Held[] = []
  const hold = async <Kind extends Held>(one: Kind): Promise<Kind> => {
    await one.begin(client)
    held.push(one)
    return one
  }

  for (const list of POOL_LISTS) await hold(heldList(api, list))
  await hold(heldLatest('KOTH', undefined, `${api}/v1/pools-main-page/koth`))
  const tokens = (await listedTokens(api)).slice(0, 12)
  for (const asset of tokens)
    await hold(heldLatest('PoolFeed', { asset }, `${api}/v1/pools-feed/initial/state?asset=${asset}`))
  for (const asset of tokens.slice(0, 6))
    for (const interval of ['min1', 'day1'])
      for (const bars of heldBars(api, asset, interval)) await hold(bars)
  const owners = new Map<string, string>()
  for (const asset of tokens) {
    const { orders } = await hold(heldOrders('LiveOrdersFeed', { asset }, ordersOf(api, asset), []))
    for (const { pkh, address } of orders.values()) owners.set(pkh, address)
  }
  const [some, other] = [...owners.keys()]
  assert.ok(some !== undefined && other !== undefined)
  const pkhFilter = [some, other]
  for (const asset of tokens.slice(0, 3))
    await hold(heldOrders('LiveOrdersFeed', { asset, pkhFilter }, ordersOf(api, asset), pkhFilter))
  const history = `${api}/v1/user-history-feed/initial/state`
  for (const [pkh, address] of [...owners].slice(0, 8)) {
    await hold(heldOrders('UserHistoryByAddress', { address }, history, [pkh]))
    for (const asset of tokens.slice(0, 2))
      await hold(
        heldOrders('UserHistoryByAddressAndAsset', { address, asset }, `${history}/by/asset?asset=${asset}`, [
          pkh,
        ]),
      )
  }
  let status: Frame['data'] = null
  await client.subscribe('Status', undefined, (data) => {
    status = data
  })

  await devnet.grow(BLOCKS, () => untilAt(service, devnet.chain))
  const { models } = await untilAt(service, devnet.chain)
  await assertHeld(held)
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
