import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ON_CURVE } from '../../../tests/e2e/page/testing/page-server.ts'
import { sampleOrder, samplePool, samplePosition } from '../../../tests/e2e/page/testing/sample-state.ts'
import { levelsOf } from './levels.ts'

test('a chart has lines of graduation, average cost and own open orders of its token', () => {
  const buy = sampleOrder(ON_CURVE, 1, { status: 'Pending', worstPrice: '0.02' })
  const sale = sampleOrder(ON_CURVE, 3, { status: 'Pending', worstPrice: '60.5' })
  const others = [sampleOrder(ON_CURVE, 1), sampleOrder('ab.cd', 1, { status: 'Pending' })]
  const [graduation, ...lines] = levelsOf(samplePool(1), samplePosition(ON_CURVE), [buy, sale, ...others])
  assert.deepEqual(lines, [
    ['Average cost', 3.125, '--link'],
    ['Buy up to', 50, '--up'],
    ['Sell from', 60.5, '--down'],
  ])
  const [words, price] = graduation ?? []
  assert.equal(words, 'Graduation')
  // The launchpad's curve ends at a market cap of about ₳100,000, which is a price of 100 lovelace per token.
  assert.ok(price !== undefined && price > 50 && price < 200, `${price}`)
})

test('a graduated token without a position has no lines', () => {
  assert.deepEqual(levelsOf(samplePool(39, 1.1), undefined, []), [])
})
