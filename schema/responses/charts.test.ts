import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import { BarSchema, MarketCapBarSchema, PairSchema } from './chart-responses.ts'
import { bucketStart, RESOLUTIONS } from './charts.ts'

const seconds = (text: string): number => Date.parse(text) / 1000

test('buckets begin where people expect them to', () => {
  const time = seconds('2024-09-02T05:43:21Z')
  assert.deepEqual(
    RESOLUTIONS.map((resolution) => new Date(bucketStart(resolution, time) * 1000).toISOString()),
    [
      '2024-09-02T05:43:00.000Z',
      '2024-09-02T05:40:00.000Z',
      '2024-09-02T05:00:00.000Z',
      '2024-09-02T00:00:00.000Z',
      '2024-09-02T00:00:00.000Z',
      '2024-09-01T00:00:00.000Z',
    ],
  )
  assert.equal(bucketStart('week1', time - 86_400), seconds('2024-08-26'))
})

test('a bucket holds its times, begins with itself and is not outrun by a finer one', () => {
  const longest = { min1: 60, min5: 300, hour1: 3_600, day1: 86_400, week1: 604_800, month1: 31 * 86_400 }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (time) => {
      for (const resolution of RESOLUTIONS) {
        const start = bucketStart(resolution, time)
        assert.ok(start <= time && time < start + longest[resolution])
        assert.equal(bucketStart(resolution, start), start)
        assert.equal(bucketStart(resolution, bucketStart('min1', time)), start)
        assert.notEqual(bucketStart(resolution, start - 1), start)
      }
      assert.equal(new Date(bucketStart('week1', time) * 1000).getUTCDay(), 1)
      assert.equal(new Date(bucketStart('month1', time) * 1000).getUTCDate(), 1)
    }),
  )
})

const pair = { base: '.', quote: `${'ab'.repeat(28)}.00` }
const bar = {
  pair,
  time: 1_725_249_600,
  low: '0',
  high: '2.567442145539',
  open: '0.000000000001',
  close: '10',
  volume: '0',
}

test('a bar is a pair, a time, plain decimals of at most twelve digits and a whole volume', () => {
  assert.ok(Value.Check(BarSchema, bar))
  const wrong = [
    { close: '1e3' },
    { close: '01' },
    { close: '1.' },
    { close: '.5' },
    { close: '-1' },
    { close: '0.1234567890123' },
    { close: 1 },
    { volume: '0.5' },
    { volume: '-1' },
    { time: 1.5 },
    { pair: { base: '.' } },
  ]
  for (const part of wrong)
    assert.equal(Value.Check(BarSchema, { ...bar, ...part }), false, JSON.stringify(part))
})

test('a market cap bar has a whole market cap and says whether it runs', () => {
  const capBar = { pair, time: 0, mCap: '123456789012345678901234567890', isRelevant: true }
  assert.ok(Value.Check(MarketCapBarSchema, capBar))
  for (const part of [{ mCap: '1.5' }, { mCap: 1 }, { isRelevant: 'yes' }])
    assert.equal(Value.Check(MarketCapBarSchema, { ...capBar, ...part }), false, JSON.stringify(part))
  assert.ok(Value.Check(PairSchema, pair))
})
