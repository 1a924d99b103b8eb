import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draft } from './draft.ts'
import { quickAmount, startOrder, startQuickOrder } from './quick-amount.ts'

const FIELDS = ['side', 'amount', 'limit'] as const

const textsOf = (asset: string): string[] => FIELDS.map((field) => draft(`${field} ${asset}`).value)

const type = (asset: string, ...texts: readonly string[]): void =>
  FIELDS.forEach((field, at) => {
    draft(`${field} ${asset}`).value = texts[at] ?? ''
  })

test('an order of the other side begins without the texts of this side, whose amounts have another unit', () => {
  type('a', 'SELL', '700', '25')
  startOrder('a', 'SELL')
  assert.deepEqual(textsOf('a'), ['SELL', '700', '25'])
  startOrder('a', 'BUY')
  assert.deepEqual(textsOf('a'), ['BUY', quickAmount.value, ''])
  startOrder('a', 'SELL')
  assert.deepEqual(textsOf('a'), ['SELL', '', ''])
})

test('the amount of a quick purchase is not offered for a sale', () => {
  for (const side of ['', 'BUY', 'SELL']) {
    type('b', side, '700', '25')
    startQuickOrder('b')
    assert.deepEqual(textsOf('b'), ['BUY', quickAmount.value, side === 'SELL' ? '' : '25'])
    startOrder('b', 'SELL')
    assert.deepEqual(textsOf('b'), ['SELL', '', ''])
  }
})
