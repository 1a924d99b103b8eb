// A log with a base gives the models of the whole log.

import { test } from 'node:test'
import { mainnetLaunch } from '../fixtures/chains/recorded-chains.ts'
import { randomFrom } from '../tests/kit/random-from.ts'
import { seedOf } from '../tests/kit/random-runs.ts'
import { blocksOf, followWithBase, worldOf } from './testing/following-with-base.ts'
import { mainnetModels } from './testing/test-models.ts'

test('models of recorded blocks are the same with a base before and after the launch', async (t) => {
  const random = randomFrom(seedOf(t))
  const models = mainnetModels()
  const world = worldOf(models, await blocksOf(mainnetLaunch.path))
  for (const base of [20, 100]) followWithBase(t, world, base, random)
})
