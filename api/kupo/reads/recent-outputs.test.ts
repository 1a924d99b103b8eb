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

/** The second output is spent by the next transaction. Slots are seqs. */
const blockAt = (slot: number): BlockEvent => {
  const outputs = [0, 1].map(() => ({
    address: address(slot),
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

test('what a fork of 2,160 blocks may undo is found, and after twice as many blocks it is dropped', () => {
  let tip = 10
  const log: ChainLog = {
    idAt: () => undefined,
    seqOf: () => undefined,
    resumePoints: () => [],
    refresh: () => {},
    blockAt: () => undefined,
    lastAtOrBefore: (slot) => ({ slot, id: id('cc', slot), seq: slot }),
    *blocksAfter(seq) {
      for (let slot = seq + 1; slot <= tip; slot++) yield { seq: slot, block: blockAt(slot) }
    },
  }
  const recent = new RecentOutputs(log)
  const found = (slot: number) => [
    recent.transaction(id('aa', slot)),
    recent.withHash(blake2b256(id('dd', slot))),
    recent.passing((each) => each === address(slot)),
  ]
  const of = (slot: number) => {
    const first = positionOf(slot, 0)
    return [first, first + 1, [first + 1]]
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
