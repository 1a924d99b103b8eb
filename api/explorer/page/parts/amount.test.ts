import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf } from './amount.ts'

test('an amount is read exactly, and any other text is undefined', () => {
  assert.equal(amountOf('9007199254.740993', 6), 9_007_199_254_740_993n)
  assert.equal(amountOf('1,234.5', 6), 1_234_500_000n)
  assert.equal(amountOf('.5', 6), 500_000n)
  assert.equal(amountOf('7', 0), 7n)
  for (const wrong of ['', '.', '0', '0.0', '-1', '1e3', '1.2.3', '0.0000001', 'ten', '9'.repeat(30)])
    assert.equal(amountOf(wrong, 6), undefined, wrong)
  assert.equal(amountOf('1.5', 0), undefined)
})
