// Folds forged orders into a database, and checks the lists and frames of orders. The forged orders have executions with invented amounts,
// and beacons copied from other owners' orders.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hash,
  made,
  output,
  transaction,
  walletAddress,
} from '../../projections/interpret/testing/interpreted.ts'
import { limitOrder, orderOutput, outcome, type Wish } from '../../projections/interpret/testing/orders.ts'
import { type OrderFilter, orderQueries } from '../../projections/read/queries/orders.ts'
import { CAT, chain, launch } from '../../projections/testing/folded-chain.ts'
import { encodeLimitOrder } from '../../schema/launchpad/datums/limit-order.ts'
import { limitOrderBeacon } from '../../schema/launchpad/derivations.ts'
import { ADA, type OutputReference } from '../../schema/primitives.ts'
import { entityIdOf } from '../../schema/responses/entity-id.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { noMempool } from '../mempool-view.ts'
import { PendingOrders } from './pending-orders.ts'
import { orderSource } from './socket/sources/order-source.ts'

const EXECUTE = 'd87a80'
const EVE = hash('eve', 28)
const sale: Wish = { kind: 'limit', owner: 'eve', from: CAT.token, amount: 1n, to: ADA }

const framesOf = (orders: ReturnType<typeof orderQueries>, order: OutputReference): [string, unknown][] => {
  const frames: [string, unknown][] = []
  const pending = new PendingOrders({
    mempool: noMempool,
    orders: () => orders,
    termsOf: () => undefined,
    clock: () => 0,
    onError: (error) => assert.fail(String(error)),
  })
  const source = orderSource(
    {
      isWanted: () => true,
      publish: ({ topic, event, data }) => frames.push([event ?? topic, JSON.parse(String(data))]),
      subscriptions: new Map(),
    },
    () => orders,
    pending,
    (work) => work(),
    () => 0,
  )
  const topics = { transaction: order.transaction, index: order.index, token: CAT.token, owner: EVE }
  source.publishChanges([{ table: 'orders', key: [1], topics }], 0)
  return frames
}

test('an execution that no pool accounts for is in the history of its owner, and in no list of its token', (t) => {
  const on = chain(t)
  const placing = transaction({ outputs: [orderOutput(sale)] })
  const forged = transaction({
    pairs: [[made(placing, 0), EXECUTE, outcome(sale, 1_000_000_000_000n)]],
    requiredSigners: [EVE],
  })
  on.fold(launch())
  on.fold(placing)
  const orders = orderQueries(on.database)
  const statuses = (filter: OrderFilter, offset = 0): unknown => {
    const page = JSON.parse(orders.page(filter, offset, 10, 100) ?? 'null')
    return [page.count, ...page.items.map(({ status }: ApiOrder) => status)]
  }
  const lists = () =>
    [
      { of: 'token', asset: CAT.token },
      { of: 'token', asset: CAT.token, keys: [EVE] },
      { of: 'history', asset: CAT.token, keys: [EVE] },
      { of: 'history', keys: [EVE] },
    ].flatMap((filter) => [
      statuses(filter as OrderFilter),
      statuses({ ...filter, status: 'filled' } as OrderFilter),
    ])
  assert.deepEqual(
    lists(),
    Array(4)
      .fill([[1, 'Pending'], [0]])
      .flat(),
  )
  on.fold(forged)
  const inHistory = [1, 'Evaluated']
  assert.deepEqual(lists(), [[0], [0], [0], [0], inHistory, inHistory, inHistory, inHistory])
  assert.equal(orders.latest(10), '[]')
  const order = orders.byOutput(made(placing, 0))
  const removed = { entityId: entityIdOf(made(placing, 0)), asset: CAT.token, pkh: EVE }
  assert.deepEqual(framesOf(orders, made(placing, 0)), [
    ['OrderRemoved', removed],
    ['OrderRemoved', removed],
    ['UserHistoryByAddress', order],
    ['UserHistoryByAddressAndAsset', order],
  ])
})

test('an order of a token that is not listed is among the orders of its token, and not among the latest of all', (t) => {
  const on = chain(t)
  const placing = transaction({ outputs: [orderOutput(sale)] })
  on.fold(placing)
  const orders = orderQueries(on.database)
  assert.equal(orders.latest(10), '[]')
  assert.deepEqual(
    framesOf(orders, made(placing, 0)).map(([event]) => event),
    ['OrderRemoved', 'LiveOrdersFeed', 'UserHistoryByAddress', 'UserHistoryByAddressAndAsset'],
  )
})

test('a beacon belongs to the order from which it is derived, even if another order copied it first', (t) => {
  const on = chain(t)
  const wish: Wish = { kind: 'limit', owner: 'ann', from: ADA, amount: 5_000_000n, to: CAT.token }
  const seeds = transaction({ outputs: [output(walletAddress('ann'), 9_000_000n)] })
  const { beacon: _, ...datum } = limitOrder(wish)
  const beacon = limitOrderBeacon(made(seeds, 0), 1, datum, 'definite')
  const ordering = (of: Wish, spends: OutputReference) =>
    transaction({
      pairs: [[spends, undefined, output(walletAddress(of.owner), 2_000_000n)]],
      outputs: [{ ...orderOutput(of), datum: encodeLimitOrder({ ...limitOrder(of), beacon }, 'definite') }],
    })
  const copied = ordering({ ...wish, owner: 'eve' }, { transaction: hash('of eve'), index: 0 })
  on.fold(seeds)
  on.fold(copied)
  const orders = orderQueries(on.database)
  assert.equal(orders.trade(beacon)?.entityId, entityIdOf(made(copied, 1)))
  const own = ordering(wish, made(seeds, 0))
  on.fold(own)
  on.fold(ordering({ ...wish, owner: 'mallory' }, { transaction: hash('of mallory'), index: 0 }))
  assert.equal(orders.trade(beacon)?.entityId, entityIdOf(made(own, 1)))
})
