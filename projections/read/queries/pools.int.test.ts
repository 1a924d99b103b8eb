// Snapshots, whole names, hot pools and sparklines compared with the simplest computation. Launches have any texts, and the launchpad is
// generated.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import { formatDecimal, parseRatio } from '../../../schema/codecs/ratio.ts'
import {
  HOT_RANKS,
  HOT_WINDOWS,
  type HotPool,
  type HotPools,
  type HotRank,
  type HotWindow,
} from '../../../schema/responses/hot-pools.ts'
import { type LiquidityPoolInfo, LiquidityPoolInfoSchema } from '../../../schema/responses/pools.ts'
import { codePoint } from '../../../tests/kit/code-point.ts'
import { curvePool, hash } from '../../interpret/testing/interpreted.ts'
import { chain, launch, launchThatSays } from '../../testing/folded-chain.ts'
import { generatedModels } from '../../testing/generated-models.ts'
import { type HotPoolsRead, hotPools } from './hot-pools.ts'
import { poolSearch } from './pool-search.ts'
import { poolReadsOf } from './pools.ts'
import { sparklinesOf } from './sparklines.ts'

/** UTF-8 has no lone surrogates. */
const anyText = fc
  .string({ unit: codePoint, maxLength: 2_500 })
  .map((text) => Buffer.from(text.toWellFormed()).toString())

test('a launch may say anything: its snapshot is valid JSON of bounded size', (t) => {
  const { fold, reader } = chain(t)
  const reads = poolReadsOf(reader)
  let launched = 0
  const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 5, maxLength: 5 }), (says) => {
      const name = `cat ${++launched}`
      const pool = curvePool(name)
      const [ticker = '', logoCid = '', description = '', twitter = '', website = ''] = says
      const socials = { twitter, discord: '', telegram: '', website }
      fold(launchThatSays(pool, { ticker, logoCid, description, launchType: 1, socials }))
      const id = reads().idOfToken(pool.token) ?? assert.fail('it is not listed')
      const json = JSON.stringify(reads().pool(id))
      const snapshot: LiquidityPoolInfo = JSON.parse(json)
      assert.ok(Value.Check(LiquidityPoolInfoSchema, snapshot))
      assert.ok(json.length < 20_000)
      const { info } = snapshot
      assert.deepEqual(
        [info.ticker, info.logoCID, info.description, info.name],
        [cut(ticker, 32), cut(logoCid, 300), cut(description, 1_000), name],
      )
    }),
    { numRuns: 40 },
  )
})

test('an asset name that is not UTF-8 is shown in hex, and found by its asset id', (t) => {
  const { fold, reader } = chain(t)
  fold(launch({ ...curvePool('odd'), token: `${hash('policy of odd', 28)}.ff00fe` }))
  const search = poolSearch(reader)
  const found = JSON.parse(search({ name: 'poolSearch', pattern: 'FF00FE', offset: 0, limit: 1 }))
  assert.deepEqual([found.count, found.items[0].info.name, found.items[0].info.ticker], [1, 'ff00fe', ''])
})

test('the share of a cap is in percent, rounded half up to two decimals, and 100 at most', (t) => {
  const { fold, reader } = chain(t)
  // Two pools of mainnet, a share exactly halfway between two hundredths, one just below, and a curve above its cap.
  const curves = [
    { name: 'DAVE', bought: 418_047_357n, paid: 4_047_902_001n, percent: '22.26' },
    { name: 'CCC', bought: 13_478_770n, paid: 34_405_944n, percent: '0.19' },
    { name: 'half', bought: 0n, paid: 909_420n, percent: '0.01' },
    { name: 'less', bought: 0n, paid: 909_419n, percent: '0' },
    { name: 'full', bought: 0n, paid: 18_370_284_000n, percent: '100' },
  ]
  fold(...curves.map(({ name, bought, paid }) => launch(curvePool(name), bought, paid)))
  const reads = poolReadsOf(reader)()
  const percentOf = (name: string) => reads.percent(reads.idOfToken(curvePool(name).token) ?? -1)
  assert.deepEqual(
    curves.map(({ name }) => [name, percentOf(name)]),
    curves.map(({ name, percent }) => [name, percent]),
  )
})

interface Row {
  readonly id: number
  readonly token: string
  readonly nft: string
  readonly market_cap: bigint
}

interface Hot extends Row {
  readonly created: bigint
}

interface Bar {
  readonly time: bigint
  readonly open: string
  readonly close: string
  readonly volume: bigint
  readonly trades: bigint
}

const priceOf = (ratio: string): string => formatDecimal(parseRatio(ratio))

const grown = (t: TestContext) => {
  const { reader, all } = generatedModels(t)
  const pools = all<Row>("SELECT id, token, nft, market_cap FROM pools WHERE venue <> 'closed'").sort(
    (a, b) => Number(b.market_cap - a.market_cap) || (a.nft < b.nft ? -1 : 1),
  )
  assert.ok(pools.length > 3, `${pools.length} pools`)
  const times = all<{ time: bigint; lovelace: bigint }>('SELECT time, lovelace FROM trades')
  const last = Math.max(...times.map(({ time }) => Number(time)))
  return { reader, all, pools, times, last }
}

type Grown = ReturnType<typeof grown>

test('a search for a whole text finds the pools with this name or asset id', (t) => {
  const { reader, pools } = grown(t)
  const search = poolSearch(reader)
  const namesOf = (token: string) => [`${Buffer.from(token.slice(57), 'hex')}`.toLowerCase(), token]
  for (const pattern of ['a', '0', ...pools.flatMap(({ token }) => namesOf(token))]) {
    const found = search({ name: 'poolSearch', pattern, isWhole: true, offset: 0, limit: 1 })
    const count = pools.filter(({ token }) => namesOf(token).includes(pattern)).length
    assert.equal(JSON.parse(found).count, count, pattern)
  }
})

test('each pool is at the venue where the chain has it, and counted there', (t) => {
  const { all, chain } = generatedModels(t)
  const { curves, amms, closed } = chain.stateAfter()
  const expected = [
    ...curves.map(({ datum }) => [datum.token, 'curve']),
    ...amms.map(({ datum }) => [datum.assetY, 'amm']),
    ...closed.map(({ curve, amm }) => [curve?.datum.token ?? amm?.datum.assetY, 'closed']),
  ].sort()
  assert.deepEqual(all<object>('SELECT token, venue FROM pools ORDER BY token').map(Object.values), expected)
  for (const { venue, count } of all<{ venue: string; count: bigint }>(
    'SELECT venue, count FROM pool_counts',
  ))
    assert.equal(count, BigInt(expected.filter(([, at]) => at === venue).length), venue)
})

const hotReads = ({ reader, last }: Grown) => {
  const hot = hotPools(reader)
  const all24 = (rank: HotRank, rest: Partial<HotPoolsRead>): HotPools =>
    JSON.parse(
      hot({
        name: 'hotPools',
        window: 'day1',
        rank,
        order: 'desc',
        now: last,
        offset: 0,
        limit: 99,
        ...rest,
      }),
    )
  const from = (window: HotWindow) => last - (last % 60) + 60 - HOT_WINDOWS[window]
  return { all24, from }
}

test('hot pools have the trades and buyers that all rows say', (t) => {
  const world = grown(t)
  const { all, pools } = world
  const { all24, from } = hotReads(world)
  for (const window of ['min5', 'day1'] as const) {
    const rows = all<{ pool: string; lovelace: bigint; side: string; owner: Buffer | null }>(
      `SELECT pool, lovelace, trades.side, owner FROM trades LEFT JOIN orders
         ON orders.transaction_id = order_transaction AND output_index = order_index WHERE trades.time >= ?`,
      from(window),
    )
    const expected = pools.flatMap(({ nft }) => {
      const own = rows.filter(({ pool }) => pool === nft)
      const owners = own.flatMap(({ side, owner }) => (side === 'buy' && owner ? owner.toString('hex') : []))
      const volume = own.reduce((sum, { lovelace }) => sum + lovelace, 0n)
      return own.length === 0
        ? []
        : [{ nft, volume: `${volume}`, buyers: new Set(owners).size, trades: own.length }]
    })
    const page = all24('volume', { window })
    assert.equal(page.count, expected.length)
    assert.deepEqual(
      page.items.map(({ pool, volume, buyers, trades }) => ({ nft: pool.pool.id, volume, buyers, trades })),
      expected.sort((a, b) => Number(BigInt(b.volume) - BigInt(a.volume))),
    )
  }
})

test('hot pools are sorted by each figure, then by volume and age', (t) => {
  const world = grown(t)
  const { all24 } = hotReads(world)
  const rows = new Map(
    world.all<Hot>('SELECT id, nft, created, market_cap FROM pools').map((row) => [row.nft, row]),
  )
  const whole = all24('volume', {}).items.map((item) => {
    const { id, created, market_cap: cap } = rows.get(item.pool.pool.id) ?? assert.fail()
    return { item, id, created, cap, volume: BigInt(item.volume) }
  })
  type Each = (typeof whole)[number]
  const figures: Readonly<Record<HotRank, (of: Each) => number>> = {
    volume: ({ volume }) => Number(volume),
    trades: ({ item }) => item.trades,
    buyers: ({ item }) => item.buyers,
    change: ({ item }) => Number(item.change),
    holders: ({ item }) => item.holders,
    marketCap: ({ cap }) => Number(cap),
    created: ({ created }) => Number(created),
  }
  for (const rank of HOT_RANKS)
    for (const order of ['asc', 'desc'] as const) {
      const sign = order === 'asc' ? 1 : -1
      const figure = figures[rank]
      const sorted = whole.toSorted(
        (a, b) =>
          sign * (figure(a) - figure(b)) || Number(b.volume - a.volume) || Number(a.id) - Number(b.id),
      )
      const page = all24(rank, { order, offset: 1, limit: 5 })
      assert.deepEqual(page, { count: whole.length, items: sorted.slice(1, 6).map(({ item }) => item) })
    }
})

test('hot pools change as their bars say', (t) => {
  const world = grown(t)
  const { all24, from } = hotReads(world)
  const byCap = all24('marketCap', { order: 'asc' })
  for (const { pool, change } of byCap.items) {
    const bars = world.all<Bar>(
      'SELECT time, open, close FROM bars JOIN pools ON pools.id = pool WHERE nft = ? AND resolution = 0 ORDER BY time',
      pool.pool.id,
    )
    const then = Number(
      priceOf(
        bars.findLast(({ time }) => Number(time) < from('day1'))?.close ?? bars[0]?.open ?? assert.fail(),
      ),
    )
    const now = Number(priceOf(bars.at(-1)?.close ?? assert.fail()))
    assert.ok(Math.abs(Number(change) - (now / then - 1) * 100) < 0.006, `${change}`)
  }
})

test('each bound of the hot pools includes its limit, and alone leaves out the pool beyond it', (t) => {
  const world = grown(t)
  const { last } = world
  const { all24 } = hotReads(world)
  const { items, count } = all24('volume', {})
  assert.equal(items.length, count)
  /** The largest and the smallest bound that leaves a pool in. */
  const bounds: readonly (readonly [
    name: keyof HotPoolsRead,
    isLeast: boolean,
    of: (hot: HotPool) => number | undefined,
  ])[] = [
    ['minCap', true, ({ pool }) => pool.metrics.marketCap],
    ['maxCap', false, ({ pool }) => pool.metrics.marketCap],
    ['minVolume', true, ({ volume }) => Number(volume)],
    ['minHolders', true, ({ pool }) => pool.metrics.risk?.holders ?? 0],
    [
      'maxCreator',
      false,
      ({ pool: { metrics } }) =>
        typeof metrics.risk?.creator === 'string' ? Math.ceil(Number(metrics.risk.creator) / 1e7) : undefined,
    ],
    ['minAge', true, ({ pool }) => last - pool.pool.createdOn],
    ['maxAge', false, ({ pool }) => last - pool.pool.createdOn],
  ]
  for (const [name, isLeast, of] of bounds) {
    const found = items.map(of).filter((value) => value !== undefined)
    assert.ok(new Set(found).size > 1, name)
    for (const value of found)
      for (const limit of [value - 1, value, value + 1].filter((each) => each >= 0))
        assert.equal(
          all24('volume', { [name]: /Cap|Volume/.test(name) ? BigInt(limit) : limit }).count,
          found.filter((each) => (isLeast ? each >= limit : each <= limit)).length,
          `${name} ${limit}`,
        )
  }
  for (const venue of ['curve', 'amm'] as const)
    assert.equal(
      all24('volume', { venue }).count,
      items.filter(({ pool }) => (pool.pool.cpmmPoolId === null) === (venue === 'curve')).length,
    )
})

test('sparklines are what all bars say', (t) => {
  const { reader, all, pools, times, last } = grown(t)
  const sparklines = sparklinesOf(reader)
  const first = Math.min(...times.map(({ time }) => Number(time)))
  for (const [from, to, points] of [
    [first - 1_000, last + 1_000, 7],
    [first, last, 100],
    [first + 61, first + 3_000, 3],
    [last + 10, last + 20, 2],
    [0, last + 1, 1],
  ] as const) {
    const step = (to - from) / points
    const resolution = [60, 300, 3_600, 86_400].filter((length) => length <= step).length
    const expected = pools.map(({ id, token }) => {
      const bars = all<Bar>(
        'SELECT time, open, close, volume, trades FROM bars WHERE pool = ? AND resolution = ? ORDER BY time',
        id,
        Math.max(resolution - 1, 0),
      )
      const within = bars.filter(({ time }) => Number(time) >= from && Number(time) < to)
      const closeAt = (time: number): string =>
        priceOf(
          bars.findLast((bar) => Number(bar.time) < time)?.close ?? bars[0]?.open ?? assert.fail('no bars'),
        )
      return {
        asset: token,
        open: closeAt(from),
        closes: Array.from({ length: points }, (_, at) => closeAt(from + ((at + 1) * (to - from)) / points)),
        volume: `${within.reduce((sum, { volume }) => sum + volume, 0n)}`,
        trades: within.reduce((sum, { trades }) => sum + Number(trades), 0),
      }
    })
    const assets = [...pools.map(({ token }) => token), `${'00'.repeat(28)}.00`, pools[0]?.token ?? '']
    assert.deepEqual(
      JSON.parse(sparklines({ name: 'sparklines', assets, from, to, points })),
      expected,
      `from ${from} to ${to}`,
    )
  }
})
