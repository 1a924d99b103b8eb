// Lists of orders that frames change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADA } from '../../schema/primitives.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { isEnded, sidesOf, withOrder, withoutOrder } from './order-list.ts'

const order = (id: number, timestamp = id, status: ApiOrder['status'] = 'Pending'): ApiOrder => ({
  entityId: `${id}`,
  beacon: '',
  asset: 'ab.',
  from: ADA,
  to: 'ab.',
  address: '',
  pkh: '',
  worstPrice: '1',
  orderType: 'Spot',
  fromAmount: '7',
  toAmount: '9',
  status,
  pendingTransactionId: '',
  evaluatedTransactionId: null,
  timestamp,
})

test('an order is in a list once, newest first, and a list has all open orders and the newest 2,000 others', () => {
  const ids = (orders: readonly ApiOrder[]): string[] => orders.map(({ entityId }) => entityId)
  const three = [1, 3, 2].reduce<readonly ApiOrder[]>((orders, id) => withOrder(orders, order(id)), [])
  assert.deepEqual(ids(three), ['3', '2', '1'])
  assert.deepEqual(ids(withOrder(three, order(1, 9))), ['1', '3', '2'])
  assert.deepEqual(ids(withoutOrder(three, { entityId: '2' })), ['3', '1'])
  const many = Array.from({ length: 2_000 }, (_, at) => order(2_000 - at, 2_000 - at, 'Evaluated'))
  const filled = order(5_000, 5_000, 'Evaluated')
  assert.deepEqual(ids(withOrder([...many, order(0)], filled)), ['5000', ...ids(many).slice(0, -1), '0'])
  // Orders that wait take no room of those that were filled.
  const waiting = Array.from({ length: 2_000 }, (_, at) => order(3_000 + at))
  assert.equal(withOrder([...waiting, ...many], order(5_000)).length, 4_001)
})

test('an order has ended when it is filled or cancelled on the chain, and its sides are those of its owner', () => {
  const states = [
    'Mempool',
    'Pending',
    'MempoolEvaluated',
    'Evaluated',
    'MempoolRefunded',
    'Refunded',
  ] as const
  assert.deepEqual(
    states.filter((status) => isEnded(order(1, 1, status))),
    ['Evaluated', 'Refunded'],
  )
  assert.deepEqual(sidesOf(order(1)), { isBuy: true, lovelace: '7', tokens: '9' })
  assert.deepEqual(sidesOf({ ...order(1), from: 'ab.' }), { isBuy: false, lovelace: '9', tokens: '7' })
})
