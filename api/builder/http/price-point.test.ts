import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BuildError } from '../build-error.ts'
import { pricePoint } from './price-point.ts'

const BLOCK_TIME = 1_700_000_000
const BLOCK = { slot: 77, id: 'ab', height: 7 }

const after = (seconds: number, maxAge: number | undefined) =>
  pricePoint(BLOCK, { blockTime: BLOCK_TIME, now: (BLOCK_TIME + seconds) * 1000 + 999, maxAge })

test('prices are those of the last block, until it is older than a tip may be', () => {
  for (const age of [-60, 0, 300]) assert.deepEqual(after(age, 300), BLOCK)
  assert.throws(
    () => after(301, 300),
    new BuildError(
      'STALE_PRICE',
      'the newest block of the service is 301 s old, so its prices are too: try again when it has newer blocks',
      20,
    ),
  )
})

test('the blocks of a recorded chain are never too old', () => {
  assert.deepEqual(after(10 ** 8, undefined), BLOCK)
})

test('without a block there is no price', () => {
  const fresh = { blockTime: 0, now: 0, maxAge: undefined }
  for (const none of [undefined, { slot: -1, id: '', height: 0 }])
    assert.throws(
      () => pricePoint(none, fresh),
      new BuildError('STALE_PRICE', 'no block has been indexed yet', 20),
    )
})
