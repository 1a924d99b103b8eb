import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rolledBack } from './rolled-back.ts'

const blocks = (branch: string, from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => ({ height: from - at, id: `${branch}${from - at}` }))

test('blocks that are no longer on the chain are counted, but not blocks that are too old to be listed', () => {
  const before = blocks('a', 50, 11)
  assert.equal(rolledBack(before, before), 0)
  assert.equal(rolledBack(before, blocks('a', 80, 41)), 0)
  assert.equal(rolledBack([], before), 0)
  assert.equal(rolledBack(before, []), 0)
  assert.equal(rolledBack(before, [...blocks('b', 51, 31), ...blocks('a', 30, 12)]), 20)
  assert.equal(rolledBack(before, blocks('a', 45, 6)), 5)
})
