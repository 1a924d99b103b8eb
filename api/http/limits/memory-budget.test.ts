import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryBudget } from './memory-budget.ts'

test('bytes are lent up to the limit, and what does not fit is not counted', () => {
  const budget = new MemoryBudget(10)
  assert.deepEqual([budget.reserve(4), budget.reserve(6), budget.used], [true, true, 10])
  assert.deepEqual([budget.reserve(1), budget.used], [false, 10])
  budget.release(4)
  assert.deepEqual([budget.reserve(5), budget.reserve(4), budget.used], [false, true, 10])
})
