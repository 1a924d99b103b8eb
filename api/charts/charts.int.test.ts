// Compares chart responses with responses made in the simplest way (read the rows, filter, stringify). The data are a generated launchpad,
// and a pair with more bars than the limits of cache and response. Blocks are added and rolled back meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type Database from 'better-sqlite3'
import { barPrices } from '../../projections/models/bars.ts'
import { generatedModels } from '../../projections/testing/generated-models.ts'
import { GrowingChain } from '../../projections/testing/growing-chain.ts'
import { testModels } from '../../projections/testing/test-models.ts'
import { compareRatios, formatDecimal, invertRatio, type Ratio } from '../../schema/codecs/ratio.ts'
import {
  barFragment,
  bucketStart,
  COMBINED,
  type CombinedResolution,
  combinedSeconds,
  RESOLUTIONS,
  type Resolution,
} from '../../schema/responses/charts.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { ModelsReads } from '../models-reads.ts'
import { Charts, type Pair } from './charts.ts'

const MOST = 5_000

interface PlainBar {
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  readonly market_cap: string
}

const plainBars = (database: Database.Database, token: string, resolution: Resolution): PlainBar[] =>
  database
    .prepare(
      `SELECT time, open, high, low, close, CAST(volume AS TEXT) AS volume, market_cap FROM bars
       WHERE pool = (SELECT id FROM pools WHERE token = ?) AND resolution = ? ORDER BY time`,
    )
    .all(token, RESOLUTIONS.indexOf(resolution)) as PlainBar[]

const ratioOf = (stored: string): Ratio => {
  const [numerator = '', denominator = ''] = stored.split('/')
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) }
}
const plain = (stored: string): string => formatDecimal(ratioOf(stored))
const invert = (stored: string): string => formatDecimal(invertRatio(ratioOf(stored)))

const plainHistory = (bars: readonly PlainBar[], pair: Pair, from: number, to: number) =>
  bars
    .filter(({ time }) => time >= from && time < to)
    .slice(-MOST)
    .map(({ time, open, high, low, close, volume }) =>
      pair.quote === '.'
        ? { pair, time, low: plain(low), high: plain(high), open: plain(open), close: plain(close), volume }
        : {
            pair,
            time,
            low: invert(high),
            high: invert(low),
            open: invert(open),
            close: invert(close),
            volume,
          },
    )

const COMBINED_NAMES = ['min15', 'min30', 'hour4'] as const

const fromRatios = (a: string, b: string, isBetter: (order: number) => boolean): string =>
  isBetter(compareRatios(ratioOf(a), ratioOf(b))) ? a : b

/** Computed from the exact prices of the shorter resolution. */
const plainCombined = (bars: readonly PlainBar[], resolution: CombinedResolution): PlainBar[] => {
  const length = combinedSeconds(resolution)
  const groups = new Map<number, PlainBar[]>()
  for (const bar of bars) {
    const time = Math.floor(bar.time / length) * length
    groups.set(time, [...(groups.get(time) ?? []), bar])
  }
  return [...groups].map(([time, [first = assert.fail(), ...rest]]) =>
    rest.reduce(
      (sum, bar) => ({
        ...bar,
        time,
        open: sum.open,
        high: fromRatios(sum.high, bar.high, (order) => order > 0),
        low: fromRatios(sum.low, bar.low, (order) => order < 0),
        volume: `${BigInt(sum.volume) + BigInt(bar.volume)}`,
      }),
      { ...first, time },
    ),
  )
}

/** In half of the cases the start of a bar, or a second beside it. */
const boundNear = (bars: readonly PlainBar[], any: number, random: () => number): number => {
  const bar = bars[Math.floor(random() * bars.length)]
  return bar === undefined || random() < 0.5 ? any : bar.time + Math.floor(random() * 3) - 1
}

test('histories and latest bars are what the rows say', (t) => {
  const { chain, database, reader, grow, undo } = generatedModels(t, 0)
  const { random } = chain
  const charts = new Charts(new ModelsReads(reader), { cacheBytes: 200_000 })
  for (let round = 0; round < 30; round++) {
    // Cached series must follow forks.
    grow(10)
    if (random() < 0.3) undo(5)
    reader.refresh()
    const tokens = database.prepare('SELECT token FROM pools').pluck().all() as string[]
    for (let ask = 0; ask < 20 && tokens.length > 0; ask++) {
      const token = tokens[Math.floor(random() * tokens.length)] ?? ''
      const resolution = RESOLUTIONS[Math.floor(random() * RESOLUTIONS.length)] ?? 'min1'
      const pair = random() < 0.7 ? { base: token, quote: '.' } : { base: '.', quote: token }
      const bars = plainBars(database, token, resolution)
      const first = bars[0]?.time ?? 0
      const span = (bars.at(-1)?.time ?? 0) - first + 120
      const from = boundNear(bars, first + Math.floor((random() * 1.2 - 0.1) * span), random)
      const to = Math.max(from, boundNear(bars, from + Math.floor(random() * span), random))
      const last = bars.at(-1)
      assert.ok(last)
      const now = random() < 0.5 ? last.time + 1 : last.time + 40 * 86_400
      const isRelevant = bucketStart(resolution, now) === last.time
      assert.deepEqual(
        JSON.parse(charts.history('bar', pair, resolution, { from, to }, now).toString()),
        plainHistory(bars, pair, from, to),
      )
      assert.deepEqual(
        JSON.parse(charts.history('mcap', pair, resolution, { from, to }, now).toString()),
        bars
          .filter(({ time }) => time >= from && time < to)
          .map(({ time, market_cap }) => ({
            pair,
            time,
            mCap: market_cap,
            isRelevant: time === last.time && isRelevant,
          })),
      )
      assert.deepEqual(JSON.parse(charts.initialState('bar', pair, resolution, now) ?? ''), {
        bar: plainHistory([last], pair, 0, last.time + 1)[0],
        isRelevant,
      })
      assert.deepEqual(JSON.parse(charts.initialState('mcap', pair, resolution, now) ?? ''), {
        bar: { pair, time: last.time, mCap: last.market_cap, isRelevant },
        isRelevant,
      })
      const countback = random() < 0.2 ? 999_999_999_999_999 : 1 + Math.floor(random() * 5)
      assert.deepEqual(
        JSON.parse(charts.history('bar', pair, resolution, { from, to, countback }, now).toString()),
        plainHistory(bars, pair, 0, to).slice(-countback),
      )
      assert.equal(
        charts.olderBar(pair, resolution, from),
        bars.findLast(({ time }) => time < from)?.time,
        'the next older bar',
      )
      for (const combined of COMBINED_NAMES) {
        const whole = plainCombined(plainBars(database, token, COMBINED[combined].of), combined)
        assert.deepEqual(
          JSON.parse(charts.history('bar', pair, combined, { from, to }, now).toString()),
          plainHistory(whole, pair, from, to),
        )
        assert.deepEqual(
          JSON.parse(charts.history('bar', pair, combined, { from, to, countback }, now).toString()),
          plainHistory(
            whole,
            pair,
            0,
            Math.ceil(to / combinedSeconds(combined)) * combinedSeconds(combined),
          ).slice(-countback),
        )
        assert.equal(
          charts.olderBar(pair, combined, from),
          whole.findLast(({ time }) => time < from)?.time,
          'the next older bar',
        )
        const latest = whole.at(-1) ?? assert.fail()
        const isRunning = latest.time === now - (now % combinedSeconds(combined))
        assert.deepEqual(JSON.parse(charts.initialState('bar', pair, combined, now) ?? ''), {
          bar: plainHistory([latest], pair, 0, latest.time + 1)[0],
          isRelevant: isRunning,
        })
        assert.deepEqual(JSON.parse(charts.initialState('mcap', pair, combined, now) ?? ''), {
          bar: { pair, time: latest.time, mCap: last.market_cap, isRelevant: isRunning },
          isRelevant: isRunning,
        })
      }
    }
  }
})

test('of a long series the newest bars of a range are given, wherever the range lies', (t) => {
  const { apply, database, openReader } = testModels(t)
  const random = randomFrom(1)
  const chain = new GrowingChain(random)
  while (database.prepare('SELECT count(*) FROM pools').pluck().get() === 0) apply(...chain.grow(1))
  const { id, token } = database.prepare('SELECT id, token FROM pools').get() as { id: number; token: string }
  database.prepare('DELETE FROM bars_1').run()
  const insert = database.prepare('INSERT INTO bars_1 VALUES (?, 0, ?, ?, ?, ?, ?, ?, 1, ?, ?)')
  database.transaction(() => {
    for (let at = 0; at < 26_000; at++) {
      const bar = {
        time: at * 60,
        open: '1/1',
        high: '3/1',
        low: '1/2',
        close: `${at + 1}/7`,
        volume: BigInt(at),
      }
      const fragment = barFragment(bar.time, barPrices(bar), bar.volume)
      insert.run(id, bar.time, bar.open, bar.high, bar.low, bar.close, bar.volume, '2', fragment)
    }
  })()
  const reader = openReader()
  const charts = new Charts(new ModelsReads(reader), { cacheBytes: 100_000_000 })
  const bars = plainBars(database, token, 'min1')
  // The price 1/7 is rounded in responses, but its inverse is exactly 7.
  const [turned] = JSON.parse(
    charts.history('bar', { base: '.', quote: token }, 'min1', { from: 0, to: 60 }, 0).toString(),
  ) as PlainBar[]
  assert.deepEqual(
    [turned?.open, turned?.high, turned?.low, turned?.close],
    ['1', '2', '0.333333333333', '7'],
  )
  const pair = { base: token, quote: '.' }
  for (const [from, to] of [
    [0, 26_000 * 60],
    [0, 1_000 * 60],
    [5_990 * 60, 6_010 * 60],
    [6_000 * 60, 20_000 * 60],
    [1_000 * 60, 7_000 * 60],
    [25_999 * 60, 99_999_999],
    // The newest 10,000 bars are cached, and a response has 5,000.
    [15_999 * 60, 16_003 * 60],
    [16_000 * 60, 16_003 * 60],
    [16_001 * 60, 16_003 * 60],
    [15_999 * 60, 26_000 * 60],
    [20_999 * 60, 26_000 * 60],
    [21_000 * 60, 26_000 * 60],
    [21_001 * 60, 26_000 * 60],
    [60, 60],
    [61, 119],
  ] as const)
    assert.deepEqual(
      JSON.parse(charts.history('bar', pair, 'min1', { from, to }, 0).toString()),
      plainHistory(bars, pair, from, to),
      `from ${from} to ${to}`,
    )
})

test('unknown pairs have no bars', (t) => {
  const { openReader } = testModels(t)
  const reader = openReader()
  const charts = new Charts(new ModelsReads(reader), { cacheBytes: 1_000 })
  const token = `${'ab'.repeat(28)}.00`
  for (const pair of [
    { base: token, quote: '.' },
    { base: '.', quote: token },
    { base: token, quote: `${'cd'.repeat(28)}.` },
  ]) {
    assert.equal(charts.history('bar', pair, 'day1', { from: 0, to: 10 }, 5).toString(), '[]')
    assert.equal(charts.initialState('mcap', pair, 'day1', 5), undefined)
  }
})
