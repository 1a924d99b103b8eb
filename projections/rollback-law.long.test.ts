// The rule of forks: the state after any path of blocks and rollbacks equals the state after the canonical chain alone. Paths are random,
// with forks, on recorded and generated blocks. A failure prints its seed, and SEED=n repeats the path.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mainnetLaunch } from '../fixtures/chains/recorded-chains.ts'
import type { BlockEvent } from '../schema/events.ts'
import { randomFrom } from '../tests/kit/random-from.ts'
import { seeds } from '../tests/kit/random-runs.ts'
import { scanState } from './engine/table/scan.ts'
import { blocksOf } from './testing/following-with-base.ts'
import { GrowingChain } from './testing/growing-chain.ts'
import { digestsOf, openTestModels } from './testing/test-models.ts'

const FORKS = 20
const DEEPEST = 30

/** Continues the chain differently after one of its blocks. */
type ForkFrom = (index: number, length: number, random: () => number) => BlockEvent[]

/** After each fork, the stored digest and the rows' digest must equal those of the canonical chain alone. */
const foldWithForks = (canonical: readonly BlockEvent[], forkFrom: ForkFrom, random: () => number): void => {
  const digests = digestsOf(canonical)
  const { log, folding, database, tables, fold, close } = openTestModels()
  let reached = 0
  // Batches have any size, so forks are within and across batches.
  const perhapsFold = (): void => {
    if (random() < 0.3) fold(1 + Math.floor(random() * 10))
  }
  const advance = (): void => {
    const block = canonical[reached]
    if (block === undefined) return
    log.append(block)
    reached++
    perhapsFold()
  }
  for (let fork = 0; fork < FORKS; fork++) {
    const steps = 1 + Math.floor((random() * canonical.length * 2) / FORKS)
    for (let step = 0; step < steps && reached < canonical.length; step++) advance()
    // The canonical chain continues from the block where the fork began.
    const depth = Math.min(reached - 1, Math.floor(random() * DEEPEST))
    const kept = reached - depth
    log.rollBackTo(kept)
    perhapsFold()
    for (const block of forkFrom(kept - 1, 1 + Math.floor(random() * DEEPEST), random)) {
      log.append(block)
      perhapsFold()
    }
    log.rollBackTo(kept)
    fold()
    reached = kept
    assert.equal(folding.checkpoint?.digest, digests[kept - 1], 'the digest kept')
    assert.equal(scanState(database, tables).digest, digests[kept - 1], 'the digest of the rows')
  }
  while (reached < canonical.length) advance()
  fold()
  assert.equal(scanState(database, tables).digest, digests.at(-1))
  close()
}

test('forks over generated blocks leave no trace', async (t) => {
  for (const seed of seeds(1)) {
    const random = randomFrom(seed)
    const chain = new GrowingChain(random)
    const canonical = chain.grow(250)
    const forkFrom: ForkFrom = (index, length, forkRandom) =>
      new GrowingChain(forkRandom, chain.stateAfter(index + 1)).grow(length)
    t.diagnostic(`SEED=${seed}`)
    foldWithForks(canonical, forkFrom, random)
  }
})

test('forks over recorded blocks leave no trace', async (t) => {
  const recorded = await blocksOf(mainnetLaunch.path)
  for (const seed of seeds(3)) {
    const random = randomFrom(seed)
    t.diagnostic(`SEED=${seed}`)
    // The following blocks with other ids and without some of their transactions.
    const forkFrom: ForkFrom = (index, length, forkRandom) => {
      let parent = recorded[index]?.point.id ?? ''
      return recorded.slice(index + 1, index + 1 + length).map((block) => {
        const id = `${Math.floor(forkRandom() * 2 ** 32)
          .toString(16)
          .padStart(8, '0')}${block.point.id.slice(8)}`
        const transactions = block.transactions.filter(() => forkRandom() < 0.6)
        const forked = { ...block, point: { ...block.point, id }, parent, transactions }
        parent = id
        return forked
      })
    }
    foldWithForks(recorded, forkFrom, random)
  }
})
