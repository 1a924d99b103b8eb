// Tests the data that aggregators read, while models grow and fork. tests/independent/listings.ts has the values of events, pairs and
// tickers.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { generatedModels } from '../../projections/testing/generated-models.ts'
import { mainnetOperations as operations } from '../../projections/testing/mainnet-operations.ts'
import type { ConfigStates } from '../../schema/config/config-state.ts'
import type { HistoricalTrade, PairEvent, Ticker } from '../../schema/responses/aggregators.ts'
import { slotTime } from '../../schema/slots.ts'
import { listen } from '../../tests/kit/listen.ts'
import { requestsTo } from '../../tests/kit/requests.ts'
import { adaUsdRate } from '../analytics/ada-usd-rate.ts'
import { MAINNET_CONFIGS } from '../testing/mainnet-configs.ts'
import { serveModels } from '../testing/start-components.ts'
import { aggregators } from './routes.ts'

const CONFIRMATIONS = 10

const start = async (t: TestContext, rateUrl?: string, configs?: () => ConfigStates) => {
  const rate = adaUsdRate(rateUrl, Date.now, (error) => assert.fail(`${error}`))
  const { reader, directory, chain, grow, undo } = generatedModels(t, 0)
  const component = aggregators({ confirmations: CONFIRMATIONS, dexKey: 'ours', adaUsdRate: rate })
  const { url } = await serveModels(t, [component], reader, {
    directory,
    slotTime: (slot) => slotTime(operations, slot),
    ...(configs && { configs }),
  })
  const requests = requestsTo(url)
  const newest = async (): Promise<number> => (await requests.get('/dex/latest-block')).block.blockNumber
  return { ...requests, chain, grow, undo, newest }
}

type Service = Awaited<ReturnType<typeof start>>

const first = ({ chain }: Service): number => chain.blocks[0]?.height ?? assert.fail()

const eventsOf = async ({ get }: Service, fromBlock: number, toBlock: number): Promise<PairEvent[]> =>
  (await get('/dex/events', { fromBlock, toBlock })).events

/** Missing, null or empty. */
const missingOf = (item: unknown, members: readonly string[]): readonly string[] =>
  members.filter((path) => {
    const value = path.split('.').reduce<unknown>((of, name) => Object(of)[name], item)
    return value === undefined || value === null || value === ''
  })

const isSwap = ({ eventType }: PairEvent): boolean => eventType === 'swap'

test('answers have each member that the documents of aggregators require', async (t) => {
  const rate = await serve(t, '{"cardano":{"usd":0.5}}')
  const { grow, get, newest, chain } = await start(t, `${rate}/price#/cardano/usd`)
  grow(300)
  const events: PairEvent[] = (
    await get('/dex/events', { fromBlock: chain.blocks[0]?.height, toBlock: await newest() })
  ).events
  const pairs = [...new Set(events.map(({ pairId }) => pairId))]
  const ofPairs = await Promise.all(pairs.map((id) => get('/dex/pair', { id })))
  const assets = ['.', ...ofPairs.map(({ pair }) => pair.asset0Id)]
  const ofAssets = await Promise.all(assets.map((id) => get('/dex/asset', { id })))
  const tickers: Ticker[] = await get('/dex/tickers')
  const trades = tickers.map(({ ticker_id }) => get('/dex/historical_trades', { ticker_id }))
  const sold = (await Promise.all(trades)).flatMap(({ buy, sell }) => [...buy, ...sell])
  const PLACE = [
    'txnId',
    'txnIndex',
    'eventIndex',
    'maker',
    'pairId',
    'block.blockNumber',
    'block.blockTimestamp',
  ]
  const VOLUMES = ['base_volume', 'target_volume']
  // GeckoTerminal reads DEX Screener's members, and `asset.decimals`.
  const table: readonly (readonly [
    document: string,
    items: readonly unknown[],
    members: readonly string[],
  ])[] = [
    [
      'DEX Screener 1.1, /latest-block',
      [await get('/dex/latest-block')],
      ['block.blockNumber', 'block.blockTimestamp'],
    ],
    ['DEX Screener 1.1, /asset', ofAssets, ['asset.id', 'asset.name', 'asset.symbol']],
    ['GeckoTerminal, /asset', ofAssets, ['asset.decimals']],
    ['DEX Screener 1.1, /pair', ofPairs, ['pair.id', 'pair.dexKey', 'pair.asset0Id', 'pair.asset1Id']],
    ['DEX Screener 1.1, /events', events, [...PLACE, 'eventType', 'reserves.asset0', 'reserves.asset1']],
    ['DEX Screener 1.1, swaps', events.filter(isSwap), ['priceNative']],
    ['DEX Screener 1.1, joins and exits', events.filter((event) => !isSwap(event)), ['amount0', 'amount1']],
    [
      'CoinGecko, /tickers',
      tickers,
      [
        ...VOLUMES,
        'ticker_id',
        'base_currency',
        'target_currency',
        'pool_id',
        'last_price',
        'liquidity_in_usd',
      ],
    ],
    ['CoinGecko, /historical_trades', sold, [...VOLUMES, 'trade_id', 'price', 'trade_timestamp', 'type']],
  ]
  for (const [document, items, members] of table) {
    assert.ok(items.length > 0, document)
    for (const item of items)
      assert.deepEqual(missingOf(item, members), [], `${document}: ${JSON.stringify(item)}`)
  }
  for (const event of events.filter(isSwap)) {
    // In a swap, one asset enters the pool and the other leaves it.
    const sides = (['asset0In', 'asset1In', 'asset0Out', 'asset1Out'] as const).filter(
      (side) => side in event,
    )
    assert.ok(['asset0In asset1Out', 'asset1In asset0Out'].includes(sides.join(' ')), JSON.stringify(event))
  }
})

test('events of confirmed blocks never change', async (t) => {
  const service = await start(t)
  const { chain, grow, undo, newest, get, call } = service
  const known = new Map<number, PairEvent[]>()
  let longest = 0
  grow(CONFIRMATIONS + 1)
  for (let round = 0; round < 40; round++) {
    longest = Math.max(longest, chain.length)
    // No fork undoes a confirmed block.
    const most = chain.length - (longest - CONFIRMATIONS)
    if (chain.random() < 0.4) undo(Math.floor(chain.random() * (most + 1)))
    grow(1 + Math.floor(chain.random() * 12))
    const height = await newest()
    assert.equal(height, (chain.blocks.at(-1 - CONFIRMATIONS) ?? assert.fail()).height)
    for (let each = first(service); each <= height; each++)
      if (!known.has(each)) known.set(each, await eventsOf(service, each, each))
  }
  const [from, to] = [first(service), await newest()]
  const all = await eventsOf(service, from, to)
  const heights = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  assert.deepEqual(
    all,
    heights.flatMap((each) => known.get(each) ?? []),
  )
  for (const kind of ['swap', 'join', 'exit'] as const)
    assert.ok(
      all.some(({ eventType }) => eventType === kind),
      kind,
    )
  for (const pairId of new Set(all.map((each) => each.pairId))) {
    const { pair } = await get('/dex/pair', { id: pairId })
    const opened = all.find((each) => each.pairId === pairId)
    assert.deepEqual([pair.dexKey, pair.createdAtTxnId], ['ours', opened?.txnId])
  }
  const { headers } = await call('/dex/events', {}, { fromBlock: from, toBlock: to })
  assert.equal(headers.get('cache-control'), 'public, max-age=86400, immutable')
})

test("a curve's pair has the percentage fee of the protocol config, and another one once the config changes", async (t) => {
  let configs = MAINNET_CONFIGS
  const { grow, get, newest, chain } = await start(t, undefined, () => configs)
  grow(300)
  const { events } = await get('/dex/events', {
    fromBlock: chain.blocks[0]?.height,
    toBlock: await newest(),
  })
  const id = events[0].pairId
  const feeOf = async () => (await get('/dex/pair', { id })).pair.feeBps
  assert.equal(await feeOf(), 100)
  const { protocol } = configs
  assert.ok(protocol !== undefined)
  const parameters = { ...protocol.value.parameters, percentFee: 1.3 }
  const value = { ...protocol.value, parameters }
  configs = {
    ...configs,
    protocol: { ...protocol, value, bytes: Buffer.from(JSON.stringify(value)) },
  }
  assert.equal(await feeOf(), 130)
})

test('before a block is confirmed the service says so, and ranges beyond the limits are refused', async (t) => {
  const service = await start(t)
  const { grow, newest, call } = service
  grow(CONFIRMATIONS)
  const early = await call('/dex/latest-block', {})
  assert.deepEqual([early.status, early.body.message], [503, 'No block has 10 later blocks yet'])
  grow(1_100)
  const [from, to] = [first(service), await newest()]
  for (const [fromBlock, toBlock, message] of [
    [from + 1, from, 'fromBlock must not be above toBlock'],
    [to, to + 1, `toBlock must be at most ${to}, the newest confirmed block`],
    [to - 1_000, to, 'a request has at most 1000 blocks'],
    [-1, to, 'fromBlock must be the height of a block'],
    ['1e3', to, 'fromBlock must be the height of a block'],
    [from, '9'.repeat(40), 'toBlock must be the height of a block'],
  ] as const) {
    const { status, body } = await call('/dex/events', {}, { fromBlock, toBlock })
    assert.deepEqual([status, body.message], [400, `Invalid input: ${message}`])
  }
  assert.equal((await call('/dex/events', {}, { fromBlock: to - 999, toBlock: to })).status, 200)
})

const serve = async (t: TestContext, text: string): Promise<string> =>
  `http://127.0.0.1:${await listen(
    t,
    createServer((_, response) => response.end(text)),
  )}`

test('tickers have their liquidity in dollars, and trades of a ticker are chosen by side, time and number', async (t) => {
  const rate = await serve(t, '{"cardano":{"usd":0.5}}')
  const { grow, get } = await start(t, `${rate}/price#/cardano/usd`)
  grow(300)
  const tickers: Ticker[] = await get('/dex/tickers')
  const [ticker] = tickers
  assert.ok(ticker)
  const { ticker_id } = ticker
  const trades = async (query: Readonly<Record<string, string | number>>): Promise<HistoricalTrade[]> => {
    const { buy, sell } = await get('/dex/historical_trades', { ticker_id, ...query })
    return [...buy, ...sell].sort((a, b) => b.trade_id - a.trade_id)
  }
  const all = await trades({})
  assert.ok(all.length > 2)
  assert.equal(ticker.last_price, all[0]?.price)
  // One ADA costs half a dollar. The liquidity includes both sides of the pool.
  for (const { liquidity_in_usd } of tickers) assert.match(liquidity_in_usd ?? '', /^[0-9]+(\.[0-9]{1,2})?$/)
  assert.deepEqual(await trades({ limit: 2 }), all.slice(0, 2))
  assert.deepEqual(
    await trades({ limit: 0, type: 'buy' }),
    all.filter(({ type }) => type === 'buy'),
  )
  const middle = all[1] ?? assert.fail()
  const seconds = middle.trade_timestamp / 1_000
  assert.deepEqual(
    await trades({ start_time: seconds, end_time: middle.trade_timestamp }),
    all.filter(({ trade_timestamp }) => trade_timestamp === middle.trade_timestamp),
  )
})
