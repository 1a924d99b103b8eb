import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OfferedCoins } from './offered-coins.ts'
import { RecentTransactions } from './recent-transactions.ts'
import type { Utxo } from './transaction/utxo.ts'

const ALICE = 'aa'.repeat(28)
const BOB = 'bb'.repeat(28)
const id = (n: number): string => n.toString(16).padStart(64, '0')

const paid = (n: number, index: number, address: string): Utxo => ({
  reference: { transaction: id(n), index },
  output: { address, lovelace: 5_000_000n },
})

const open = () => {
  let now = 0
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  return { recent: new RecentTransactions(() => now), offered: new OfferedCoins(() => now), pass }
}

test('what was submitted spends and pays for a minute, and is recognised after it', () => {
  const { recent, pass } = open()
  const spent = { transaction: id(0), index: 3 }
  const made = [
    paid(1, 0, `61${ALICE}`),
    paid(1, 1, `01${BOB}${ALICE}`),
    paid(1, 2, `01${ALICE}${BOB}`),
    // A script whose hash equals Alice's key hash.
    paid(1, 3, `71${ALICE}`),
  ]
  recent.add({ id: id(1), spent: [spent], made })
  pass(59_999)
  assert.deepEqual([recent.isSpent(spent), recent.isSpent({ ...spent, index: 2 })], [true, false])
  assert.deepEqual(recent.outputsOf(ALICE), [made[0], made[2]])
  assert.deepEqual(recent.outputsOf(BOB), [made[1]])
  assert.equal(recent.output({ transaction: id(1), index: 3 }), made[3])
  pass(1)
  assert.deepEqual([recent.isSpent(spent), recent.outputsOf(ALICE)], [false, []])
  assert.equal(recent.output({ transaction: id(1), index: 3 }), undefined)
  assert.deepEqual([recent.has(id(1)), recent.has(id(2))], [true, false])
})

test('a transaction submitted again counts from then', () => {
  const { recent, pass } = open()
  const spent = { transaction: id(0), index: 3 }
  const submission = { id: id(1), spent: [spent], made: [paid(1, 0, `61${ALICE}`)] }
  recent.add(submission)
  pass(40_000)
  recent.add(submission)
  pass(40_000)
  assert.deepEqual([recent.isSpent(spent), recent.outputsOf(ALICE).length], [true, 1])
})

test('an output that a second transaction spends, because the first was dropped, is spent as long as the second', () => {
  const { recent, pass } = open()
  const spent = { transaction: id(0), index: 3 }
  recent.add({ id: id(1), spent: [spent], made: [] })
  pass(30_000)
  recent.add({ id: id(2), spent: [spent], made: [] })
  pass(59_999)
  assert.deepEqual([recent.isSpent(spent), [...recent.spent()]], [true, [`${id(0)}#3`]])
  pass(1)
  assert.deepEqual([recent.isSpent(spent), [...recent.spent()]], [false, []])
})

test('a transaction is not recognised when a minute has passed since a fork that may have dropped it', () => {
  const { recent, pass } = open()
  recent.add({ id: id(1), spent: [], made: [] })
  pass(1)
  recent.forked()
  pass(1)
  recent.add({ id: id(2), spent: [], made: [] })
  pass(59_998)
  assert.deepEqual([recent.has(id(1)), recent.has(id(2)), recent.has(id(3))], [true, true, false])
  pass(1)
  assert.deepEqual([recent.has(id(1)), recent.has(id(2))], [false, true])
  // The node accepts the transaction again.
  recent.add({ id: id(1), spent: [], made: [] })
  assert.equal(recent.has(id(1)), true)
})

test('a transaction was dropped if a later one spends the same output, or if an output that it spends is unspent a minute later', () => {
  const { recent, pass } = open()
  const [first, second] = [
    { transaction: id(0), index: 0 },
    { transaction: id(0), index: 1 },
  ]
  /** Numbers of the dropped transactions, without unspent outputs, and while the second output is unspent. */
  const dropped = () =>
    [undefined, second].map((unspent) =>
      [1, 2, 3].filter((n) => recent.wasDropped(id(n), (reference) => reference === unspent)).join(),
    )
  recent.add({ id: id(1), spent: [first, second], made: [] })
  recent.add({ id: id(2), spent: [{ ...first, index: 2 }], made: [] })
  assert.deepEqual(dropped(), ['', ''])
  pass(60_000)
  assert.deepEqual(dropped(), ['', '1'])
  recent.add({ id: id(3), spent: [{ ...second }], made: [] })
  assert.deepEqual(dropped(), ['1', '1'])
  // The node has accepted the first transaction again, so it has dropped the other.
  recent.add({ id: id(1), spent: [first, second], made: [] })
  assert.deepEqual(dropped(), ['3', '3'])
})

test('so many ids are kept and no more', () => {
  const { recent } = open()
  for (let n = 0; n <= 10_000; n += 1) recent.add({ id: id(n), spent: [], made: [] })
  assert.deepEqual([recent.has(id(0)), recent.has(id(1)), recent.has(id(10_000))], [false, true, true])
})

test('coins that were built with are known for a minute, and so many of them', () => {
  const { offered, pass } = open()
  const coin = (index: number) => ({ transaction: id(0), index })
  assert.equal(offered.has(coin(0)), false)
  offered.add([coin(0), coin(1)])
  pass(30_000)
  offered.add([coin(1)])
  assert.deepEqual([offered.has(coin(0)), offered.has(coin(2))], [true, false])
  pass(30_000)
  assert.deepEqual([offered.has(coin(0)), offered.has(coin(1))], [false, true])
  offered.add(Array.from({ length: 10_000 }, (_, at) => coin(10 + at)))
  assert.deepEqual(
    [offered.has(coin(1)), offered.has(coin(10)), offered.has(coin(10_009))],
    [false, true, true],
  )
  // Offered again, the coin is among the newest.
  offered.add([coin(20_000), coin(20_001), coin(20_000)])
  offered.add(Array.from({ length: 9_999 }, (_, at) => coin(30_000 + at)))
  assert.deepEqual([offered.has(coin(20_000)), offered.has(coin(20_001))], [true, false])
})
