import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Rate } from './rate.ts'

test('the rate is of the last seconds, and falls to 0 as only the clock moves', () => {
  let now = 1_000
  const rate = new Rate(5_000, () => now)
  const seen = [rate.value]
  for (const [step, count] of [
    [1_000, 10],
    [1_000, 30],
    [3_000, 0],
  ] as const) {
    now += step
    rate.add(count)
    seen.push(rate.value)
  }
  assert.deepEqual(seen, [0, 10, 20, 8])
  now += 1_001
  rate.add(0)
  seen.push(rate.value)
  now += 1_000
  seen.push(rate.value)
  now += 60_000
  seen.push(rate.value)
  assert.deepEqual(seen.slice(4), [6, 0, 0])
})
