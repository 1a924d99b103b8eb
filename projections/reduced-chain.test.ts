// Blocks that are reduced at a base, and again at a later one, give the models of the whole blocks: for generated chains with everything
// that a launchpad has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reduceBlock } from '../indexer/log/reduce-block.ts'
import { blockAfter } from '../indexer/testing/plain-blocks.ts'
import type { BlockEvent } from '../schema/events.ts'
import { bareTransaction } from '../tests/kit/bare-transaction.ts'
import { randomFrom } from '../tests/kit/random-from.ts'
import { seeds } from '../tests/kit/random-runs.ts'
import { neededAt } from './engine/fold/needed-at.ts'
import { atOnce } from './engine/table/scan.ts'
import { positionOf } from './engine/table/table.ts'
import { GrowingChain } from './testing/growing-chain.ts'
import { digestsOf, openTestModels } from './testing/test-models.ts'

const LENGTH = 120

/** The first `length` blocks are reduced to what later blocks need. */
const reduced = (blocks: readonly BlockEvent[], length: number): BlockEvent[] => {
  const { database, apply, close } = openTestModels()
  apply(...blocks.slice(0, length))
  const bySlot = new Map(blocks.map((block, at) => [block.point.slot, { seq: at + 1, block }]))
  const needed = atOnce(database, neededAt(database, { blockAt: (slot) => bySlot.get(slot) }))
  const { firstSlot, isSpentByWhole, between, close: end } = needed
  const policies = new Set<string>()
  const isNewPolicy = (policy: string): boolean => policies.size < policies.add(policy).size
  const kept = blocks.slice(0, length).map((block): BlockEvent => {
    const { slot } = block.point
    const reduction = {
      ...between(slot, slot)(slot),
      isSpentByWhole,
      isNewPolicy,
      hasFirstOutput: slot === firstSlot,
    }
    return { ...block, transactions: [], base: reduceBlock(block, reduction) }
  })
  end()
  close()
  return [...kept, ...blocks.slice(length)]
}

test('reduced chains have the digests of the whole ones from their base on', (t) => {
  for (const seed of seeds(4)) {
    t.diagnostic(`SEED=${seed}`)
    const random = randomFrom(seed)
    const whole = new GrowingChain(random).grow(LENGTH)
    const digests = digestsOf(whole)
    const first = 1 + Math.floor(random() * (LENGTH / 2))
    const second = first + Math.floor(random() * (LENGTH - first))
    const once = reduced(whole, first)
    assert.deepEqual(digestsOf(once).slice(first - 1), digests.slice(first - 1))
    assert.deepEqual(digestsOf(reduced(once, second)).slice(second - 1), digests.slice(second - 1))
  }
})

test('a transaction that made an event is whole, and all of a block with an event that names none', () => {
  const { database, close } = openTestModels()
  const slots = Array.from({ length: 600 }, (_, slot) => slot)
  const idsOf = (slot: number) => ['aa', 'bb'].map((name) => `${name}${`${slot}`.padStart(6, '0')}`)
  const spentBy = (id: string) => ({ transaction: `${id}00`, index: 0 })
  const namesNone = (slot: number): boolean => slot % 3 === 0
  const insert = database.prepare("INSERT INTO events (position, height, kind, body) VALUES (?, 1, 'own', ?)")
  for (const slot of slots)
    insert.run(positionOf(slot, 0), JSON.stringify(namesNone(slot) ? {} : { transaction: idsOf(slot)[0] }))
  const blockAt = (slot: number) => {
    const transactions = idsOf(slot).map((id) => bareTransaction(id, { inputs: [spentBy(id)] }))
    return { seq: slot, block: { ...blockAfter('origin'), transactions } }
  }
  const reading = neededAt(database, { blockAt })
  let step = reading.next()
  let pauses = 0
  for (; !step.done; step = reading.next()) pauses++
  const { between, isSpentByWhole, close: end } = step.value
  const inSlot = between(0, slots.length)
  assert.deepEqual(
    slots.map((slot) => idsOf(slot).map((id) => [inSlot(slot).isWhole(id), isSpentByWhole(spentBy(id))])),
    slots.map((slot) => [true, namesNone(slot)].map((isWhole) => [isWhole, isWhole])),
  )
  assert.ok(pauses > 0)
  end()
  close()
})
