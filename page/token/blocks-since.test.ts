import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksSince, DOTS } from './blocks-since.ts'

test('a trade counts the blocks from its own on, and one that the list does not reach is final', () => {
  const blocks = Array.from({ length: 20 }, (_, at) => ({ time: 100 - 5 * at }))
  assert.deepEqual(
    [101, 100, 96, 95, 90, 70, 69, 3].map((time) => blocksSince(blocks, time)),
    [0, 1, 1, 2, 3, DOTS + 1, DOTS + 1, DOTS + 1],
  )
  assert.equal(blocksSince([], 5), DOTS + 1)
})
