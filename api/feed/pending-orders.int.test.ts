// Follows pending orders from the mempool to the chain, while models fold the same blocks.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Value } from '@sinclair/typebox/value'
import { EventEmitter } from 'eventemitter3'
import fc from 'fast-check'
import { PendingTransactions } from '../../indexer/pending-transactions.ts'
import { termsOf } from '../../projections/interpret/orders.ts'
import {
  made,
  output,
  protocol,
  transaction,
  walletAddress,
} from '../../projections/interpret/testing/interpreted.ts'
import { execute, orderOutput, reservesAfter, type Wish } from '../../projections/interpret/testing/orders.ts'
import { orderQueries } from '../../projections/read/queries/orders.ts'
import { CAT, chain, FIRST_SLOT, launch } from '../../projections/testing/folded-chain.ts'
import type { TransactionEvent } from '../../schema/events.ts'
import { ORDER_REDEEMERS } from '../../schema/launchpad/datums/redeemers.ts'
import { ADA, type Hex } from '../../schema/primitives.ts'
import { type ApiOrder, OrderTradeSchema } from '../../schema/responses/orders.ts'
import { runs } from '../../tests/kit/random-runs.ts'
import { type MempoolView, noMempool } from '../mempool-view.ts'
import { PendingOrders } from './pending-orders.ts'
import { Hub, type Receiver } from './socket/hub.ts'
import { orderSource } from './socket/sources/order-source.ts'
import { frameText } from './testing/frame-text.ts'

const NOW = 1_800_000_000_000

const BUY: Wish = { kind: 'instant', owner: 'alice', from: ADA, amount: 100_000_000n, to: CAT.token }

const start = (t: TestContext) => {
  const { reader, ...on } = chain(t)
  const clock = { now: NOW }
  const events = new EventEmitter<{ changed: [] }>()
  const mempool = new PendingTransactions()
  const view: MempoolView = {
    ...noMempool,
    get inFlight() {
      return mempool.inFlight
    },
    on: (_, listener) => events.on('changed', listener),
  }
  const orders = reader.prepared(orderQueries)
  const pending = new PendingOrders({
    mempool: view,
    orders,
    termsOf: (output) => termsOf(protocol, output),
    clock: () => clock.now,
    onError: (error) => assert.fail(String(error)),
  })
  const hub = new Hub(0)
  const sent: { readonly event: string; readonly data: ApiOrder }[] = []
  const receiver: Receiver = {
    queue: (frame) => {
      sent.push(JSON.parse(frameText(frame)))
      return false
    },
    flush: () => {},
  }
  hub.add(receiver, { requestId: '1', topic: 'LiveOrdersFeed', key: CAT.token, owners: undefined })
  const source = orderSource(
    hub,
    orders,
    pending,
    (work) => work(),
    () => clock.now,
  )
  reader.on('changed', (changes) => changes && source.publishChanges(changes, clock.now))
  let slot = FIRST_SLOT
  const fold = (...transactions: readonly TransactionEvent[]): void => {
    slot = on.fold(...transactions).slot
    if (mempool.folded(slot)) events.emit('changed')
  }
  /** @param after number of the node's blocks after the models' newest block */
  const read = (transactions: readonly TransactionEvent[], after = 0): void => {
    const of = new Map(transactions.map((each) => [each.id, [each]]))
    if (mempool.replace({ slot: slot + 60 * after, transactions: of })) events.emit('changed')
  }
  return {
    fold,
    pending,
    /** Since the last call. */
    sent: () =>
      sent
        .splice(0)
        .map(({ event, data: { entityId, status, evaluatedTransactionId } }) =>
          event === 'OrderRemoved' ? { entityId, event } : { entityId, status, evaluatedTransactionId },
        ),
    read,
    /** The node has one block more than the models. */
    put: (...transactions: readonly TransactionEvent[]): void => read(transactions, 1),
    state: (): string | undefined => (pending.byEntityId(entityId) ?? orders().byOutput(order))?.status,
    ofToken: (): ApiOrder[] => pending.matching({ of: 'token', asset: CAT.token }),
    tradeOnChain: (beacon: Hex) => orders().trade(beacon),
    onChain: (at: { transaction: Hex; index: number }) => orders().byOutput(at),
  }
}

const placing = transaction({ outputs: [orderOutput(BUY)] })
const order = made(placing, 0)
const entityId = `${order.transaction}:${order.index}`

test('an order is shown from the mempool to the block that fills it, and each status once', (t) => {
  const { fold, put, sent, ofToken, onChain, pending } = start(t)
  const launched = launch()
  fold(launched)
  const { version } = pending
  put(transaction({ outputs: [output(walletAddress('bob'), 5_000_000n)] }))
  assert.equal(pending.version, version, 'without a pending order nothing is newer')
  put(placing)
  assert.equal(pending.version, version + 1)
  const seen = { entityId, status: 'Mempool', evaluatedTransactionId: null }
  assert.deepEqual(sent(), [seen])
  const [shown] = ofToken()
  // Only status and time differ from the order on the chain.
  fold(placing)
  const placed = onChain(order)
  assert.ok(shown && placed)
  assert.deepEqual({ ...shown, status: 'Pending', timestamp: placed.timestamp }, placed)
  assert.equal(shown.timestamp, NOW / 1000)
  assert.deepEqual(sent(), [{ ...seen, status: 'Pending' }])
  // The mempool may still contain the transaction. The order's state on the chain takes precedence.
  assert.deepEqual(ofToken(), [])

  const { draft } = execute(CAT, made(launched, 0), reservesAfter(0n, 0n), [{ wish: BUY, at: order }])
  const filling = transaction(draft)
  put(filling)
  const filled = { entityId, status: 'MempoolEvaluated', evaluatedTransactionId: filling.id }
  assert.deepEqual(sent(), [filled])
  assert.deepEqual(ofToken(), [
    { ...placed, status: 'MempoolEvaluated', evaluatedTransactionId: filling.id, timestamp: NOW / 1000 },
  ])
  fold(filling)
  assert.deepEqual(sent(), [{ ...filled, status: 'Evaluated' }])
  put()
  assert.deepEqual([sent(), pending.byEntityId(entityId)], [[], undefined])
})

test('an order that is placed and filled in the same mempool has the later state', (t) => {
  const { fold, put, sent } = start(t)
  const launched = launch()
  fold(launched)
  const { draft } = execute(CAT, made(launched, 0), reservesAfter(0n, 0n), [{ wish: BUY, at: order }])
  const filling = transaction(draft)
  put(placing, filling)
  const filled = { entityId, status: 'MempoolEvaluated', evaluatedTransactionId: filling.id }
  assert.deepEqual(sent(), [filled])
  // The block that places the order does not undo its pending execution.
  fold(placing)
  assert.deepEqual(sent(), [filled])
})

test('an order whose cancellation is pending is shown so, and is open again when the cancellation is dropped', (t) => {
  const { fold, put, sent } = start(t)
  fold(launch())
  fold(placing)
  sent()
  const cancelling = transaction({
    pairs: [[order, ORDER_REDEEMERS.cancel, output(walletAddress('alice'), 2_000_000n)]],
  })
  put(cancelling)
  assert.deepEqual(sent(), [{ entityId, status: 'MempoolRefunded', evaluatedTransactionId: cancelling.id }])
  put()
  // The block that is not folded yet may have the cancellation.
  assert.deepEqual(sent(), [])
  fold()
  assert.deepEqual(sent(), [{ entityId, status: 'Pending', evaluatedTransactionId: null }])
})

test('an order is shown with the transaction that would end it, also when another takes its place between two snapshots', (t) => {
  const { fold, put, sent, pending } = start(t)
  fold(launch())
  fold(placing)
  sent()
  const cancelling = (salt: string): TransactionEvent =>
    transaction({
      pairs: [[order, ORDER_REDEEMERS.cancel, output(walletAddress('alice'), 2_000_000n)]],
      salt,
    })
  for (const { id, ...rest } of ['one', 'another', 'one'].map(cancelling)) {
    put({ id, ...rest })
    const refunded = { entityId, status: 'MempoolRefunded', evaluatedTransactionId: id }
    assert.deepEqual(sent(), [refunded])
    assert.equal(pending.byEntityId(entityId)?.evaluatedTransactionId, id)
    put({ id, ...rest }, transaction({ salt: 'something else' }))
    assert.deepEqual(sent(), [])
  }
})

test('an order whose transaction is dropped is removed', (t) => {
  const { fold, put, sent, ofToken } = start(t)
  fold(launch())
  put(placing)
  sent()
  put()
  assert.deepEqual([sent(), ofToken().length], [[], 1])
  fold()
  assert.deepEqual([sent(), ofToken()], [[{ entityId, event: 'OrderRemoved' }], []])
  fold()
  assert.deepEqual(sent(), [])
})

test('pending orders are filtered like orders on the chain', (t) => {
  const { fold, put, pending } = start(t)
  fold(launch())
  const other = transaction({ outputs: [orderOutput({ ...BUY, owner: 'bob', amount: 50_000_000n })] })
  put(placing, other)
  const [bobs, alices] = pending.matching({ of: 'token', asset: CAT.token })
  assert.ok(bobs && alices)
  const both = [alices.pkh, bobs.pkh]
  const asset = CAT.token
  assert.deepEqual(pending.matching({ of: 'history', keys: both }), [bobs, alices])
  assert.deepEqual(pending.matching({ of: 'history', keys: [alices.pkh] }), [alices])
  assert.deepEqual(pending.matching({ of: 'history', keys: both, status: 'open' }), [bobs, alices])
  assert.deepEqual(pending.matching({ of: 'token', asset, keys: [bobs.pkh] }), [bobs])
  assert.deepEqual(pending.matching({ of: 'token', asset: `${'00'.repeat(28)}.`, keys: both }), [])
  assert.deepEqual(pending.matching({ of: 'token', asset: `${'00'.repeat(28)}.` }), [])
})

test('an order in the mempool is found by its beacon, and on the chain once a block has it', (t) => {
  const { fold, put, pending, ofToken, tradeOnChain } = start(t)
  const launched = launch()
  fold(launched)
  const { draft } = execute(CAT, made(launched, 0), reservesAfter(0n, 0n), [{ wish: BUY, at: order }])
  put(placing)
  const [shown] = ofToken()
  assert.ok(shown)
  const { beacon, status, pendingTransactionId, ...shared } = shown
  const pendingTrade = {
    ...shared,
    beacon,
    orderStatus: 'mempool',
    filledFromAmount: '0',
    filledToAmount: '0',
    price: null,
    evaluatedTransactionId: null,
  }
  assert.deepEqual([pending.trade(beacon), tradeOnChain(beacon)], [pendingTrade, undefined])
  assert.ok(Value.Check(OrderTradeSchema, pendingTrade))
  assert.equal(pending.trade('00'.repeat(28)), undefined)
  // The order is on the chain only when a block places it, even if a pending transaction fills it.
  put(placing, transaction(draft))
  assert.deepEqual(pending.trade(beacon), pendingTrade)
  fold(placing)
  assert.deepEqual([pending.trade(beacon), tradeOnChain(beacon)?.orderStatus], [undefined, 'open'])
})

const STATES = [undefined, 'Mempool', 'Pending', 'MempoolEvaluated', 'Evaluated']

test('without a fork no state of an order goes back, however late snapshots and blocks are seen', (t) => {
  const launched = launch()
  const { draft } = execute(CAT, made(launched, 0), reservesAfter(0n, 0n), [{ wish: BUY, at: order }])
  const filling = transaction(draft)
  const course = [
    { mempool: [placing] },
    { mempool: [], block: [placing] },
    { mempool: [filling] },
    { mempool: [filling], block: [] },
    { mempool: [], block: [filling] },
    { mempool: [], block: [] },
  ]
  fc.assert(
    fc.property(fc.array(fc.boolean()), (turns) => {
      const { fold, read, sent, state } = start(t)
      fold(launched)
      const seen: (string | undefined)[] = []
      let [folded, looked] = [0, 0]
      const foldNext = (): void => {
        const next = course.findIndex(({ block }, at) => at >= folded && block !== undefined)
        if (next < 0) return
        folded = next + 1
        fold(...(course[next]?.block ?? []))
      }
      const lookNext = (): void => {
        const { mempool } = course[looked++] ?? {}
        const blocks = (end: number): number => course.slice(0, end).filter(({ block }) => block).length
        if (mempool !== undefined) read(mempool, blocks(looked) - blocks(folded))
      }
      const rest = Array.from({ length: course.length }, () => [true, false]).flat()
      for (const isFolded of [...turns, ...rest]) {
        if (isFolded) foldNext()
        else lookNext()
        seen.push(state())
      }
      for (const states of [seen, sent().map(({ status }) => status)]) {
        const ranks = states.map((each) => STATES.indexOf(each))
        assert.deepEqual(
          ranks,
          ranks.toSorted((a, b) => a - b),
          states.join(),
        )
      }
      assert.equal(seen.at(-1), 'Evaluated')
    }),
    { numRuns: runs(40) },
  )
})
