import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hypedLimit } from './hyped.ts'

test('purchases on a HYPED pool are limited in its first nine minutes', () => {
  assert.deepEqual(
    [0, 179, 180, 359, 360, 539, 540, 1e9].map(hypedLimit),
    [25n, 25n, 50n, 50n, 100n, 100n, undefined, undefined].map((ada) => ada && ada * 1_000_000n),
  )
})
