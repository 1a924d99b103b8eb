import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoff } from './backoff.ts'

const WAITS = { first: 100, longest: 1_000 }

test('a wait doubles with each failure up to the longest, and half of it is chance', () => {
  const waits = [0, 1, 2, 3, 4, 5_000].map((failures) => backoff(failures, WAITS, 1))
  assert.deepEqual(waits, [100, 200, 400, 800, 1_000, 1_000])
  assert.deepEqual(
    [0, 0.5, 1].map((random) => backoff(1, WAITS, random)),
    [100, 150, 200],
  )
})
