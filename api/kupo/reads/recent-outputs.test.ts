// The indexes of the last blocks: they reach back as far as a fork, and drop what is older.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { positionOf } from '../../../projections/engine/table/table.ts'
import type { BlockEvent } from '../../../schema/events.ts'
import { blake2b256 } from '../../../schema/launchpad/derivations.ts'
import { bareTransaction } from '../../../tests/kit/bare-transaction.ts'
import type { ChainLog } from './chain-blocks.ts'
import { RecentOutputs } from './recent-outputs.ts'

const id = (text: string, n: number): string => text + n.toString(16).padStart(64 - text.length, '0')
const address = (n: number): string => id('61', n)

/** The second output is spent by the next transaction. */
const blockAt = (slot: number, owner = slot): BlockEvent => {
  const outputs = [0, 1].map(() => ({
    address: address(owner),
    lovelace: 1n,
    assets: [],
    hasReferenceScript: false,
    datum: id('dd', slot),
  }))
  const made = bareTransaction(id('aa', slot), { outputs })
  const spending = bareTransaction(id('bb', slot), { inputs: [{ transaction: made.id, index: 1 }] })
  const point = { slot, id: id('cc', slot) }
  return { point, height: slot, parent: id('cc', slot - 1), transactions: [made, spending] }
}

const logOf = (end: () => number, blockOf: (seq: number) => BlockEvent): ChainLog => ({
  idAt: () => undefined,
  seqOf: () => undefined,
  resumePoints: () => [],
  refresh: () => {},
  blockAt: () => undefined,
  lastAtOrBefore: (slot) => ({ slot, id: id('cc', slot), seq: slot }),
  *blocksAfter(after) {
    for (let seq = after + 1; seq <= end(); seq++) yield { seq, block: blockOf(seq) }
  },
})

test('what a fork of 2,160 blocks may undo is found, and after twice as many blocks it is dropped', () => {
  let tip = 10
  const recent = new RecentOutputs(
    logOf(
      () => tip,
      (slot) => blockAt(slot),
    ),
  )
  const found = (slot: number) => [
    recent.transaction(id('aa', slot)),
    recent.withHash(blake2b256(id('dd', slot))),
    recent.passing((each) => each === address(slot)),
  ]
  const of = (slot: number) => {
    const first = positionOf(slot, 0)
    return [first, first, [first + 1]]
  }
  const none = [undefined, undefined, []]
  recent.refresh(5)
  assert.deepEqual([4, 5, 10, 11].map(found), [none, of(5), of(10), none])
  for (const end of [2_164, 2_165, 2_166, 4_326, 4_327, 6_487]) {
    tip = end
    recent.refresh(5)
    for (const slot of [tip, tip - 1, Math.max(5, tip - 2_160)]) assert.deepEqual(found(slot), of(slot))
    assert.deepEqual(found(5), tip > 2 * 2_161 + 4 ? none : of(5))
  }
})

test('of an output that a fork made again, the last version alone is found, also when the indexes have changed in between', () => {
  const again = new Map([
    [2_162, blockAt(2_160)],
    [2_163, blockAt(2_161, 1)],
  ])
  const recent = new RecentOutputs(
    logOf(
      () => 2_163,
      (seq) => again.get(seq) ?? blockAt(seq),
    ),
  )
  recent.refresh(1)
  const found = (owner: number) => recent.passing((each) => each === address(owner))
  const second = (slot: number) => positionOf(slot, 0) + 1
  assert.deepEqual([2_160, 2_161, 1].map(found), [[second(2_160)], [], [second(1), second(2_161)]])
})
