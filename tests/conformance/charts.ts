// Charts: bars of every resolution on each venue, agreement of history and initial state, and refused requests.

import assert from 'node:assert/strict'
import { STARTS } from '../independent/bars.ts'
import { EMISSION } from '../independent/plain-pools.ts'
import { ALL_ENDPOINTS } from './components.ts'
import { assertIs, isOf } from './kinds.ts'
import { judgeRefusals, optional, required } from './requests.ts'
import { BAR, INITIAL_STATE, MARKET_CAP_BAR } from './resources.ts'
import type { Row, Section } from './rows.ts'
import type { World } from './world.ts'

const ALL_TIME = { from: 0, to: 4_000_000_000 }

interface Bar {
  readonly time: number
  readonly low: string
  readonly high: string
  readonly open: string
  readonly close: string
  readonly volume: string
}

/** A decimal in units of 10^-12. */
const units = (decimal: string): bigint => {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(12, '0'))
}

const judgePair = async (row: Row, { get }: World, venue: string, base: string, resolution: string) => {
  const pair = { base, quote: '.', resolution }
  const [history, mcaps] = await Promise.all(
    ['/v1/charts/history', '/v1/charts/mcap/history'].map((path) => get(path, { ...pair, ...ALL_TIME })),
  )
  const bucket = STARTS[resolution] ?? assert.fail()
  const runningBucket = () => bucket(Math.floor(Date.now() / 1000))
  const before = runningBucket()
  const [latest, mcap] = await Promise.all(
    ['/v1/charts/initial-state', '/v1/charts/mcap/initial-state'].map((path) => get(path, pair)),
  )
  const running = runningBucket()
  const of = `${venue} ${resolution}`
  const last = history.at(-1)
  const times = history.map(({ time }: Bar) => time)

  await row(`history ${of}: array of Bar`, () => {
    assert.ok(history.length > 0)
    for (const bar of history) assertIs(BAR, bar)
  })
  await row(`history ${of}: ascending, each of its own bucket, low and high around open and close`, () => {
    for (const [at, { time, low, high, open, close }] of history.entries()) {
      assert.equal(time, bucket(time))
      assert.ok(at === 0 || time > times[at - 1])
      for (const price of [open, close])
        assert.ok(units(low) <= units(price) && units(price) <= units(high), JSON.stringify(history[at]))
    }
  })
  await row(`initial-state ${of}: {bar: Bar, isRelevant: boolean}`, () => assertIs(INITIAL_STATE, latest))
  await row(`initial-state ${of}: the last bar of the history, relevant while its bucket runs`, () => {
    assert.deepEqual(latest.bar, last)
    if (before === running) assert.equal(latest.isRelevant, last.time === running)
    // The current month has a trade, because the tokens were traded just now.
    if (resolution === 'month1') assert.ok(before !== running || latest.isRelevant)
  })
  await row(`mcap/history ${of}: array of {pair, time, mCap, isRelevant}`, () => {
    for (const bar of mcaps) assertIs(MARKET_CAP_BAR, bar)
  })
  await row.is(
    `mcap/history ${of}: a bar for each of the history`,
    mcaps.map(({ time }: Bar) => time),
    times,
  )
  await row(`mcap/initial-state ${of}: a bar with mCap, time, pair, isRelevant`, () => {
    assertIs(MARKET_CAP_BAR, mcap.bar)
    assert.deepEqual([mcap.bar.time, mcap.isRelevant], [last.time, mcap.bar.isRelevant])
  })
  await row(`mcap ${of}: mCap is the close of the whole supply, in lovelace`, () => {
    for (const [at, { close }] of history.entries()) {
      // The close is rounded to twelve digits, and the market cap to lovelace, both half up.
      const [least = 0n, most = 0n] = [-1n, 1n].map(
        (half) => ((2n * units(close) + half) * EMISSION + 10n ** 12n) / (2n * 10n ** 12n),
      )
      const cap = BigInt(mcaps[at].mCap)
      assert.ok(least <= cap && cap <= most, `${cap}, not ${least} to ${most}`)
    }
  })
}

const PATHS = ['history', 'initial-state', 'mcap/history', 'mcap/initial-state']

export const charts: Section = {
  name: 'charts',
  rows: 118,
  async judge(row, world) {
    const { get, call, curve, amm } = world
    for (const [venue, token] of [
      ['curve', curve],
      ['amm', amm],
    ] as const)
      for (const resolution of Object.keys(STARTS)) await judgePair(row, world, venue, token, resolution)

    const right = { base: curve, quote: '.', ...ALL_TIME, resolution: 'hour1' }
    await judgeRefusals(
      row,
      {
        base: required('xyz'),
        quote: required('ADA'),
        from: required(1.5, Date.now()),
        to: required(-1),
        resolution: required('year1', 'MIN1'),
      },
      (change) => call('/v1/charts/history', {}, { ...right, ...change }),
    )
    for (const path of PATHS)
      await judgeRefusals(
        (_, holds) => row(`/v1/charts/${path} takes resolution: 400 without`, holds),
        { resolution: { ...optional(), isRequired: true } },
        (change) => call(`/v1/charts/${path}`, {}, { ...right, ...change }),
      )

    await row('history: from is inclusive, to is exclusive', async () => {
      const all: Bar[] = await get('/v1/charts/history', right)
      const [from, to] = [all[1]?.time ?? assert.fail(), all[3]?.time ?? assert.fail()]
      assert.deepEqual(await get('/v1/charts/history', { ...right, from, to }), all.slice(1, 3))
    })
    await row('history: base and quote swapped: the pair is echoed, prices inverted', async () => {
      const [bar]: Bar[] = await get('/v1/charts/history', right)
      const [swapped] = await get('/v1/charts/history', { ...right, base: '.', quote: curve })
      assert.deepEqual(swapped.pair, { base: '.', quote: curve })
      assert.ok(bar !== undefined && Math.abs(Number(swapped.low) * Number(bar.high) - 1) < 1e-6)
      assert.deepEqual([swapped.time, swapped.volume], [bar.time, bar.volume])
    })
    const unknown = `${'ab'.repeat(28)}.6162`
    await row.is(
      'history of an unknown pair: 200 []',
      await get('/v1/charts/history', { ...right, base: unknown }),
      [],
    )
    await row('initial-state of an unknown pair: 404', async () => {
      const { status } = await call('/v1/charts/initial-state', {}, { ...right, base: unknown })
      assert.equal(status, 404)
    })
    await row('GET /v1/docs/openapi: YAML of all routes', async () => {
      const { status, headers, body } = await call('/v1/docs/openapi')
      assert.deepEqual([status, headers.get('content-type')], [200, 'application/yaml'])
      for (const endpoint of ALL_ENDPOINTS) {
        if (endpoint === 'GET /websocket/ws') continue
        const path = endpoint.split(' ')[1]
        assert.ok(body.includes(`\n  ${path}:\n`), path)
      }
    })
    await row('Bar volume: the ADA of its orders, a decimal string of lovelace', async () => {
      const bars: Bar[] = await get('/v1/charts/history', right)
      for (const { volume } of bars) assert.ok(isOf('digits', volume), volume)
      const sum = bars.reduce((all, { volume }) => all + Number(volume), 0)
      assert.equal(sum, (await world.pool(curve)).metrics.totalVolumeAda)
    })
  },
}
