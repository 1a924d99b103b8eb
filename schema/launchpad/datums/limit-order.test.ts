import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minMarginalOutput } from './limit-order.ts'

test('the least outputs of two orders on chain follow from their prices', () => {
  assert.equal(minMarginalOutput({ numerator: 3889466n, denominator: 10n ** 9n }, 5000000n), 19447n)
  assert.equal(
    minMarginalOutput({ numerator: 12628853347157785n, denominator: 10n ** 16n }, 3888762n),
    4911060n,
  )
  assert.equal(minMarginalOutput({ numerator: 152648n, denominator: 2832390295n }, 1000000000n, 4n), 13473n)
})
