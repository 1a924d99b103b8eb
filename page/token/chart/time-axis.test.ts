import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../tests/kit/random-runs.ts'
import { joined, onTimeAxis } from './time-axis.ts'

const candle = (time: number, close = 1) => ({ time, open: close, high: close, low: close, close, volume: 5 })

test('a short time without a trade is flat candles, up to now', () => {
  const { places, breaks } = onTimeAxis([candle(300, 2), candle(1_200, 3)], 300, 1_900)
  const flat = (time: number, close: number) => ({ ...candle(time, close), volume: 0 })
  assert.deepEqual(places, [
    candle(300, 2),
    flat(600, 2),
    flat(900, 2),
    candle(1_200, 3),
    flat(1_500, 3),
    flat(1_800, 3),
  ])
  assert.deepEqual(breaks, [])
})

test('a long time is one break with its length', () => {
  const { places, breaks } = onTimeAxis([candle(0), candle(43_200)], 300)
  assert.deepEqual(places, [candle(0), { time: 300 }, { time: 600 }, { time: 900 }, candle(43_200)])
  assert.deepEqual(breaks, [{ time: 43_200, seconds: 43_200 }])
})

test('for any trades, times rise, and neighbours without a break are one step apart', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 1 }), (steps) => {
      const candles = steps.sort((a, b) => a - b).map((step) => candle(step * 60))
      const { places, breaks } = onTimeAxis(candles, 60, 600 * 60)
      const afterBreak = new Set(breaks.map(({ time }) => time))
      for (const [at, { time }] of places.entries()) {
        const before = places[at - 1]?.time ?? time - 60
        assert.ok(afterBreak.has(time) ? time > before : time === before + 60)
      }
      assert.deepEqual(
        places.filter((place) => 'volume' in place && place.volume > 0),
        candles,
      )
      assert.equal(places.at(-1)?.time, 600 * 60)
    }),
    { numRuns: runs(100) },
  )
})

test('bars of five minutes are joined to bars of fifteen', () => {
  const bar = (time: number, open: string, high: string, low: string, close: string) => ({
    pair: { base: 'a.b', quote: '.' },
    ...{ time, open, high, low, close },
    volume: '7',
  })
  assert.deepEqual(
    joined(
      [bar(900, '1', '9', '1', '8'), bar(1_500, '8', '10', '0.5', '2'), bar(1_800, '2', '2', '2', '2')],
      900,
    ),
    [{ ...bar(900, '1', '10', '0.5', '2'), volume: '14' }, bar(1_800, '2', '2', '2', '2')],
  )
})
