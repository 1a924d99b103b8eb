import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pool } from '../pools.ts'
import { alertOf, readWatched } from './watched.ts'

const pool = (marketCap: number, cpmmPoolId: string | null = null): Pool =>
  ({ info: { ticker: 'CAT' }, metrics: { marketCap }, pool: { cpmmPoolId } }) as Pool

test('an alert comes once when a market cap passes its bound, and when the token graduates', () => {
  const of = { asset: 'a', above: 50_000e6, below: 20_000e6 }
  assert.equal(alertOf(of, pool(30_000e6), pool(49_000e6)), undefined)
  assert.deepEqual(alertOf(of, pool(49_000e6), pool(51_000e6)), {
    words: 'CAT rose to ₳51.0K, above ₳50.0K',
    watched: { asset: 'a', below: 20_000e6 },
  })
  assert.deepEqual(alertOf(of, pool(49_000e6), pool(19_000e6)), {
    words: 'CAT fell to ₳19.0K, below ₳20.0K',
    watched: { asset: 'a', above: 50_000e6 },
  })
  assert.deepEqual(alertOf({ asset: 'a' }, pool(1), pool(1, 'amm')), {
    words: 'CAT has graduated',
    watched: { asset: 'a' },
  })
  assert.equal(alertOf({ asset: 'a' }, pool(1, 'amm'), pool(1, 'amm')), undefined)
})

test('what the browser kept is read, and anything else is left out', () => {
  assert.deepEqual(readWatched('[{"asset":"a","above":5,"below":"x"},{"asset":7},null,3]'), [
    { asset: 'a', above: 5 },
  ])
  for (const text of [null, '', '{}', 'null', '[', '"a"']) assert.deepEqual(readWatched(text), [])
})
