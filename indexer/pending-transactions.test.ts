// Pending transactions, from snapshots of a mempool and the slots of the models.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionEvent } from '../schema/events.ts'
import { bareTransaction } from '../tests/kit/bare-transaction.ts'
import { PendingTransactions } from './pending-transactions.ts'

const spend = (n: number, output: number): TransactionEvent =>
  bareTransaction(`${n}`.repeat(64), { inputs: [{ transaction: 'a'.repeat(64), index: output }] })

const snapshot = (slot: number, ...transactions: readonly TransactionEvent[]) => ({
  slot,
  transactions: new Map(transactions.map((each) => [each.id, [each]])),
})

const [first, other, rival] = [spend(1, 1), spend(2, 2), spend(3, 1)]

test('a transaction that left is in flight until the models have the slot of the snapshot without it', () => {
  const pending = new PendingTransactions()
  const inFlight = () => [...pending.inFlight.keys()]
  pending.replace(snapshot(10, first, other))
  const spent = pending.spent()
  assert.equal(pending.replace(snapshot(11, other)), true)
  assert.deepEqual([[...pending.transactions.keys()], inFlight()], [[other.id], [first.id, other.id]])
  // The spent outputs have not changed, so the list is the same object.
  assert.equal(pending.spent(), spent)
  assert.deepEqual([pending.folded(10), inFlight()], [false, [first.id, other.id]])
  assert.deepEqual([pending.folded(11), inFlight(), pending.spent().length], [true, [other.id], 1])
})

test('a transaction is not in flight when the mempool has another that spends its outputs, and once when it has come back', () => {
  const pending = new PendingTransactions()
  pending.replace(snapshot(10, first, other))
  pending.replace(snapshot(11))
  pending.replace(snapshot(12, rival, other))
  assert.deepEqual([...pending.inFlight.keys()], [rival.id, other.id])
  assert.deepEqual([pending.clear(), pending.inFlight.size, pending.spent()], [true, 0, []])
})

test('ten thousand transactions that left stay in flight, and of more the oldest are dropped', () => {
  const pending = new PendingTransactions()
  const many = Array.from({ length: 10_001 }, (_, n) =>
    bareTransaction(n.toString(16).padStart(64, '0'), {
      inputs: [{ transaction: 'b'.repeat(64), index: n }],
    }),
  )
  const ids = many.map(({ id }) => id)
  const [oldest] = many
  assert.ok(oldest)
  pending.replace(snapshot(10, ...many.slice(0, 10_000)))
  pending.replace(snapshot(11, ...many.slice(10_000)))
  assert.deepEqual([...pending.inFlight.keys()], ids)
  assert.equal(pending.isSpent({ transaction: 'b'.repeat(64), index: 0 }), true)
  pending.replace(snapshot(12))
  assert.deepEqual([...pending.inFlight.keys()], ids.slice(1))
  assert.equal(pending.isSpent({ transaction: 'b'.repeat(64), index: 0 }), false)
  // The models' next block does not bring back a forgotten transaction.
  assert.deepEqual([pending.clear(), pending.clear(), pending.folded(12)], [true, false, false])
})

test('a snapshot that only repeats or reorders the last one changes nothing', () => {
  const pending = new PendingTransactions()
  assert.equal(pending.replace(snapshot(10)), false)
  assert.equal(pending.replace(snapshot(10, first, other)), true)
  assert.equal(pending.replace(snapshot(11, other, first)), false)
  assert.deepEqual(
    [pending.replace(snapshot(12, other)), pending.replace(snapshot(13, other))],
    [true, false],
  )
})
