// The rule of forks: the state after any path of blocks and rollbacks equals the state after the canonical chain alone. Paths are random,
// with forks, on recorded and generated blocks. A failure prints its seed, and SEED=n repeats the path.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { streamChainFile } from '../devnet/recording/chain-file.ts'
import { mainnetLaunch } from '../fixtures/chains/recorded-chains.ts'
import { readFrame } from '../indexer/ogmios/chain-sync.ts'
import type { BlockEvent } from '../schema/events.ts'
import { randomFrom } from '../tests/kit/random-from.ts'
import { seeds } from '../tests/kit/random-runs.ts'
import { scanState } from './engine/table/scan.ts'
import { GrowingChain } from './testing/growing-chain.ts'
import { openTestModels } from './testing/test-models.ts'

const DEEPEST = 30

/** Continues the chain differently after one of its blocks. */
type ForkFrom = (index: number, length: number, random: () => number) => BlockEvent[]

interface Course {
  readonly canonical: readonly BlockEvent[]
  readonly forkFrom: ForkFrom
}

/** After each fork, the stored digest and the rows' digest must equal those of the canonical chain alone. */
const foldWithForks = (course: Course, forks: number, random: () => number): void => {
  const { canonical } = course
  const straight = openTestModels()
  const digests = canonical.map((block) => {
    straight.log.append(block)
    straight.fold()
    return straight.folding.checkpoint?.digest
  })
  const last = scanState(straight.database, straight.tables)
  assert.equal(last.digest, digests.at(-1))
  straight.close()

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
  for (let fork = 0; fork < forks; fork++) {
    const steps = 1 + Math.floor((random() * canonical.length * 2) / forks)
    for (let step = 0; step < steps && reached < canonical.length; step++) advance()
    // The canonical chain continues from the block where the fork began.
    const depth = Math.min(reached - 1, Math.floor(random() * DEEPEST))
    const kept = reached - depth
    log.rollBackTo(kept)
    perhapsFold()
    for (const block of course.forkFrom(kept - 1, 1 + Math.floor(random() * DEEPEST), random)) {
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
  assert.deepEqual(scanState(database, tables), last)
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
    foldWithForks({ canonical, forkFrom }, 20, random)
  }
})

test('forks over recorded blocks leave no trace', async (t) => {
  const recorded: BlockEvent[] = []
  for await (const { json } of streamChainFile(mainnetLaunch.path)) {
    const tip = '{"slot":1,"id":"00","height":1}'
    const message = readFrame(`{"result":{"direction":"forward","block":${json},"tip":${tip}}}`)
    assert.equal(message.kind, 'forward')
    if (message.kind === 'forward') recorded.push(message.block)
  }
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
    foldWithForks({ canonical: recorded, forkFrom }, 20, random)
  }
})
