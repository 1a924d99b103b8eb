// Differences of the models between any two of the last blocks, for the requested number of blocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../../../tests/kit/random-from.ts'
import { seedOf } from '../../../tests/kit/random-runs.ts'
import { launchpadModels } from '../../launchpad-models.ts'
import { GrowingChain } from '../../testing/growing-chain.ts'
import { mainnetOperations as operations } from '../../testing/mainnet-operations.ts'
import { openTestModels, readerOf } from '../../testing/test-models.ts'
import { ModelsSource } from './models-source.ts'

test('a difference is partial if there are more blocks than asked for, and ends at the last block that it has', async (t) => {
  const models = openTestModels(operations)
  const { database } = readerOf(t, models)
  const blocks = new GrowingChain(randomFrom(seedOf(t))).grow(8)
  const digests = blocks.map((block) => {
    models.apply(block)
    return models.folding.checkpoint?.digest
  })
  const source = new ModelsSource(database, launchpadModels('mainnet', operations))
  for (const [at, shared] of blocks.entries())
    for (let most = 1; most <= blocks.length; most++) {
      const found = await source.difference(shared.point, new Map(), most)
      const end = Math.min(at + most, blocks.length - 1)
      assert.deepEqual(
        found && [found.isPartial, found.sharedDigest, found.checkpoint.id, found.checkpoint.digest],
        [at + most < blocks.length - 1, digests[at], blocks[end]?.point.id, digests[end]],
      )
      assert.deepEqual(
        found?.blocks.map(({ id }) => id),
        blocks.slice(at + 1, end + 1).map(({ point }) => point.id),
      )
    }
})
