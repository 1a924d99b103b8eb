// The request and the value of each topic's initial state.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOPICS } from '../schema/responses/feed.ts'
import { initialState } from './initial-state.ts'
import { launchpadClient } from './launchpad-client.ts'

const ADDRESS =
  'addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt'
const KEY = '22aea2da15e494e0176714 5d48bda16b6d437f1c449823a044193daf'.replace(' ', '')
const PAIR = { base: 'ab.', quote: '.' }
const BAR = { time: 1 }
const [OLD, NEW, OTHER] = [
  { entityId: 'a', status: 'Pending' },
  { entityId: 'a', status: 'MempoolRefunded' },
  { entityId: 'b', status: 'Evaluated' },
]
const ORDERS = { ledger: { count: 2, items: [OLD, OTHER] }, mempool: [NEW] }
const page = (filter: string) => [
  filter,
  null,
  `/v1/pools-main-page/initial/state?filter=${filter}`,
  undefined,
  [7],
  [7],
]

/** Topic, data, path, body, response and state. */
const CASES: readonly (readonly unknown[])[] = [
  ...['Latest', 'New', 'MCapDesc', 'Progress', 'CompletedCreateOn', 'CompletedMCap'].map(page),
  ['KOTH', null, '/v1/pools-main-page/koth', undefined, null, null],
  ['PoolFeed', { asset: 'ab.' }, '/v1/pools-feed/initial/state?asset=ab.', undefined, BAR, BAR],
  [
    'LiveOrdersFeed',
    { asset: 'ab.' },
    '/v1/orders-feed/initial/state?asset=ab.&limit=100',
    [],
    ORDERS,
    [NEW, OTHER],
  ],
  [
    'LiveOrdersFeed',
    { asset: 'ab.', pkhFilter: ['cd'] },
    '/v1/orders-feed/initial/state?asset=ab.&limit=100',
    ['cd'],
    ORDERS,
    [NEW, OTHER],
  ],
  ['LatestOrders', null, '/v1/orders-feed/latest?limit=100', undefined, [OLD], [OLD]],
  [
    'UserHistoryByAddress',
    { address: ADDRESS },
    '/v1/user-history-feed/initial/state?limit=100',
    [KEY],
    ORDERS,
    [NEW, OTHER],
  ],
  [
    'UserHistoryByAddressAndAsset',
    { address: ADDRESS, asset: 'ab.' },
    '/v1/user-history-feed/initial/state/by/asset?asset=ab.&limit=100',
    [KEY],
    ORDERS,
    [NEW, OTHER],
  ],
  [
    'LastBar',
    { pair: PAIR, interval: 'min1' },
    '/v1/charts/initial-state?base=ab.&quote=.&resolution=min1',
    undefined,
    { bar: BAR, isRelevant: true },
    { ...BAR, isRelevant: true },
  ],
  [
    'MCapBar',
    { pair: PAIR, interval: 'min1' },
    '/v1/charts/mcap/initial-state?base=ab.&quote=.&resolution=min1',
    undefined,
    { bar: BAR, isRelevant: true },
    BAR,
  ],
  [
    'Status',
    null,
    '/status',
    undefined,
    { state: 'following', problem: null, node: 1, log: 2, models: 3, lag: 4, refolding: [], version: 'x' },
    { state: 'following', problem: null, node: 1, log: 2, models: 3, lag: 4, refolding: [] },
  ],
]

/** Topics without a value yet, for which the service responds 404. */
const MAY_LACK = ['KOTH', 'PoolFeed', 'LastBar', 'MCapBar']

test('the initial state of each topic is asked for and read as its frames change it', async () => {
  const asked: unknown[] = []
  let [status, answer]: [number, unknown] = [200, undefined]
  const client = launchpadClient('http://service', {
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const text = await request.text()
      asked.push([pathname + search, text === '' ? undefined : JSON.parse(text)])
      return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } })
    },
  })
  for (const [topic, data, path, body, response, state] of CASES) {
    const fetchState = (): Promise<unknown> => Reflect.get(initialState, String(topic))(client, data)
    ;[status, answer] = [200, response]
    assert.deepEqual(await fetchState(), state, String(topic))
    assert.deepEqual(asked.splice(0), [[path, body]])
    ;[status, answer] = [404, { cause: 'NOT_FOUND', message: 'none' }]
    if (MAY_LACK.includes(String(topic))) assert.equal(await fetchState(), null)
    else await assert.rejects(fetchState, /the service answered 404: none/)
    ;[status, answer] = [500, { cause: 'SERVER_ERROR', message: 'failed' }]
    await assert.rejects(fetchState, /the service answered 500: failed/, String(topic))
    asked.splice(0)
  }
  assert.deepEqual(new Set(CASES.map(([topic]) => topic)), new Set(Object.keys(initialState)))
  assert.deepEqual(new Set(CASES.map(([topic]) => topic)), new Set(TOPICS))
})
