// Checks of blocks: quantities just inside and outside each limit, and which block may follow another.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BlockEvent, TransactionEvent } from '../../schema/events.ts'
import { bareTransaction } from '../../tests/kit/bare-transaction.ts'
import { blockProblem, linkProblem } from './block-problem.ts'

const ID = 'ab'.repeat(32)
const ASSET = `${'cd'.repeat(28)}.01`

const transaction = (change: Partial<TransactionEvent> = {}): TransactionEvent =>
  bareTransaction(ID, { inputs: [{ transaction: ID, index: 0 }], ...change })

const block = (transactions: readonly TransactionEvent[], slot = 7): BlockEvent => ({
  point: { slot, id: 'ef'.repeat(32) },
  height: 3,
  parent: ID,
  transactions,
})

const paying = (lovelace: bigint, quantity = 1n): TransactionEvent =>
  transaction({
    outputs: [{ address: '00', lovelace, hasReferenceScript: false, assets: [{ asset: ASSET, quantity }] }],
  })

test('the largest and the smallest quantities of a ledger are taken, and their neighbours are not', () => {
  const lovelaceLimit = 2n ** 63n
  for (const lovelace of [0n, lovelaceLimit - 1n])
    assert.equal(blockProblem(block([paying(lovelace)])), undefined)
  for (const lovelace of [-1n, lovelaceLimit])
    assert.match(blockProblem(block([paying(lovelace)])) ?? '', /has an output of -?\d+ lovelace$/)
  for (const quantity of [0n, 2n ** 64n - 1n])
    assert.equal(blockProblem(block([paying(0n, quantity)])), undefined)
  for (const quantity of [-1n, 2n ** 64n])
    assert.match(blockProblem(block([paying(0n, quantity)])) ?? '', /has an output of -?\d+ of cd/)
  const minting = (quantity: bigint) => block([transaction({ mint: [{ asset: ASSET, quantity }] })])
  for (const quantity of [-(2n ** 63n), 2n ** 63n - 1n])
    assert.equal(blockProblem(minting(quantity)), undefined)
  for (const quantity of [-(2n ** 63n) - 1n, 2n ** 63n])
    assert.match(blockProblem(minting(quantity)) ?? '', /mints -?\d+ of cd/)
  assert.equal(blockProblem(block([], 2 ** 37 - 1)), undefined)
  assert.match(
    blockProblem(block([], 2 ** 37)) ?? '',
    /slot 137438953472 is larger than any slot of a chain$/,
  )
  const [output = assert.fail()] = paying(1n).outputs
  const spending = (outputs: number) => block([transaction({ outputs: Array(outputs).fill(output) })])
  assert.equal(blockProblem(spending(16_383)), undefined)
  assert.match(blockProblem(spending(16_384)) ?? '', /has 16385 inputs and outputs$/)
})

test('a transaction spends something unless it is nested, and is once in a block', () => {
  const idle = transaction({ inputs: [] })
  assert.match(blockProblem(block([idle])) ?? '', /spends nothing$/)
  assert.equal(blockProblem(block([{ ...idle, isNested: true }])), undefined)
  assert.match(blockProblem(block([transaction(), transaction()])) ?? '', /contains transaction ab+.* twice$/)
})

test('a block follows by the id, a later slot and the next height', () => {
  const parent = { slot: 6, id: ID, height: 2 }
  const next = block([])
  assert.equal(linkProblem(next, parent), undefined)
  assert.equal(linkProblem({ ...next, height: 99 }, { slot: 6, id: ID }), undefined)
  for (const [change, problem] of [
    [{ ...parent, id: '00'.repeat(32) }, /follows (ab)+, not 0+$/],
    [{ ...parent, slot: 7 }, /is not after slot 7, the slot of the block before it$/],
    [{ ...parent, height: 3 }, /has height 3, but the block before it has 3$/],
    [{ ...parent, height: 1 }, /has height 3, but the block before it has 1$/],
  ] as const)
    assert.match(linkProblem(next, change) ?? '', problem)
})
