// The request and the value of each topic's initial state.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOPICS } from '../schema/responses/feed.ts'
import { initialState } from './initial-state.ts'
import { launchpadClient } from './launchpad-client.ts'

const ADDRESS =
  'addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt'
const KEYS = ['22aea2da15e494e01767145d48bda16b6d437f1c449823a044193daf']
const BAR = { bar: { time: 1 }, isRelevant: true }
const [OLD, NEW, OTHER] = [
  { entityId: 'a', status: 'Pending' },
  { entityId: 'a', status: 'MempoolRefunded' },
  { entityId: 'b', status: 'Evaluated' },
]
// An order in the mempool replaces its own state on the chain.
const ORDERS = { ledger: { count: 2, items: [OLD, OTHER] }, mempool: [NEW] }
const MERGED = [NEW, OTHER]
const STATUS = { state: 'following', problem: null, node: 1, log: 2, models: 3, lag: 4, refolding: [] }
const LISTS = ['Latest', 'New', 'MCapDesc', 'Progress', 'CompletedCreateOn', 'CompletedMCap']

type Case = readonly [
  topic: string,
  data: unknown,
  path: string,
  body: unknown,
  answer: unknown,
  state: unknown,
]
const asset = 'ab.'
const chart = { pair: { base: asset, quote: '.' }, interval: 'min1' }
const ofToken = `/v1/orders-feed/initial/state?asset=ab.&limit=100`
const openOfToken = '/v1/orders-feed/initial/state/open'
const history = '/v1/user-history-feed/initial/state'
const byAsset = `${history}/by/asset?asset=ab.&limit=100`
const ofChart = '/initial-state?base=ab.&quote=.&resolution=min1'

const CASES: readonly Case[] = [
  ...LISTS.map(
    (list): Case => [list, null, `/v1/pools-main-page/initial/state?filter=${list}`, null, [7], [7]],
  ),
  ['KOTH', null, '/v1/pools-main-page/koth', null, null, null],
  ['PoolFeed', { asset }, '/v1/pools-feed/initial/state?asset=ab.', null, { a: 1 }, { a: 1 }],
  ['LiveOrdersFeed', { asset }, ofToken, [], ORDERS, MERGED],
  ['LiveOrdersFeed', { asset, pkhFilter: KEYS }, ofToken, KEYS, ORDERS, MERGED],
  ['LatestOrders', null, '/v1/orders-feed/latest?limit=100', null, [OLD], [OLD]],
  ['UserHistoryByAddress', { address: ADDRESS }, `${history}?limit=100`, KEYS, ORDERS, MERGED],
  ['UserHistoryByAddressAndAsset', { address: ADDRESS, asset }, byAsset, KEYS, ORDERS, MERGED],
  ['LastBar', chart, `/v1/charts${ofChart}`, null, BAR, { time: 1, isRelevant: true }],
  ['MCapBar', chart, `/v1/charts/mcap${ofChart}`, null, BAR, BAR.bar],
  ['Status', null, '/status', null, { ...STATUS, version: 'x' }, STATUS],
]

test('orders of a wallet or token are the newest ones, and every older one that is still open', async () => {
  const of = (entityId: string, of = asset) => ({ entityId, asset: of, status: 'Pending' })
  const newest = Array.from({ length: 100 }, (_, at) => of(`new ${at}`))
  const open = [
    of('new 7'),
    ...Array.from({ length: 149 }, (_, at) => of(`old ${at}`, at === 148 ? 'cd.' : asset)),
  ]
  const asked: unknown[] = []
  const client = launchpadClient('http://service', {
    fetch: async (request) => {
      const { pathname, searchParams, search } = new URL(request.url)
      asked.push([pathname + search, JSON.parse((await request.text()) || 'null')])
      const offset = Number(searchParams.get('offset'))
      const items = pathname.endsWith('/open') ? open.slice(offset, offset + 100) : newest
      return Response.json({ ledger: { count: 150, items }, mempool: [] })
    },
  })
  const pages = [0, 99].map((offset) => [`${history}/open?limit=100&offset=${offset}`, KEYS])
  const all = [...newest, ...open.slice(1)]
  const data = { address: ADDRESS, asset }
  assert.deepEqual(await initialState.UserHistoryByAddress(client, data), all)
  assert.deepEqual(asked.splice(0), [[`${history}?limit=100`, KEYS], ...pages])
  assert.deepEqual(await initialState.UserHistoryByAddressAndAsset(client, data), all.slice(0, -1))
  assert.deepEqual(asked.splice(0), [[byAsset, KEYS], ...pages])
  assert.deepEqual(await initialState.LiveOrdersFeed(client, { asset, pkhFilter: KEYS }), all.slice(0, -1))
  assert.deepEqual(asked.splice(0), [[ofToken, KEYS], ...pages])
  const fingerprint = 'asset1rjklcrnsdzqp65wjgrg55sy9723kw09mlgvlc3'
  for (const name of [fingerprint, asset.toUpperCase()])
    assert.deepEqual(await initialState.LiveOrdersFeed(client, { asset: name }), all.slice(0, -1))
  asked.splice(0)
  assert.deepEqual(await initialState.LiveOrdersFeed(client, { asset }), all.slice(0, -1))
  const ofAll = [0, 99].map((offset) => [`${openOfToken}?asset=ab.&limit=100&offset=${offset}`, null])
  assert.deepEqual(asked.splice(0), [[ofToken, []], ...ofAll])
})

test('an open order is not missed when another one ends between two requests', async () => {
  const of = (entityId: string) => ({ entityId, asset, status: 'Pending' })
  const newest = Array.from({ length: 100 }, (_, at) => of(`new ${at}`))
  let open = Array.from({ length: 250 }, (_, at) => of(`old ${at}`))
  const client = launchpadClient('http://service', {
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      const isOpen = pathname.endsWith('/open')
      const offset = Number(searchParams.get('offset'))
      const items = isOpen ? open.slice(offset, offset + 100) : newest
      const count = isOpen ? open.length : 350
      const response = Response.json({ ledger: { count, items }, mempool: [] })
      // One ends after the first page, and the last one of a page after the second.
      if (isOpen && open.length > 248) open = open.filter((_, at) => at !== (open.length === 250 ? 50 : 198))
      return response
    },
  })
  const orders = await initialState.LiveOrdersFeed(client, { asset })
  const found = new Set(orders.map(({ entityId }) => entityId))
  assert.deepEqual(
    open.filter(({ entityId }) => !found.has(entityId)),
    [],
  )
})

/** Without a value yet, the service responds 404 for these topics. */
const MAY_LACK = ['KOTH', 'PoolFeed', 'LastBar', 'MCapBar']

test('the initial state of each topic is asked for and read as its frames change it', async () => {
  const asked: unknown[] = []
  let [status, answer]: [number, unknown] = [200, undefined]
  const client = launchpadClient('http://service', {
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      asked.push([pathname + search, JSON.parse((await request.text()) || 'null')])
      return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } })
    },
  })
  for (const [topic, data, path, body, response, state] of CASES) {
    const fetchState = (): Promise<unknown> => Reflect.get(initialState, topic)(client, data)
    ;[status, answer] = [200, response]
    assert.deepEqual(await fetchState(), state, topic)
    assert.deepEqual(asked.splice(0), [[path, body]])
    ;[status, answer] = [404, { cause: 'NOT_FOUND', message: 'none' }]
    if (MAY_LACK.includes(topic)) assert.equal(await fetchState(), null)
    else await assert.rejects(fetchState, /the service answered 404: none/)
    ;[status, answer] = [500, { cause: 'SERVER_ERROR', message: 'failed' }]
    await assert.rejects(fetchState, /the service answered 500: failed/, topic)
    asked.splice(0)
  }
  assert.deepEqual(new Set(CASES.map(([topic]) => topic)), new Set(TOPICS))
})
