// A log with a base gives the models of the whole log: on longer chains, and on a chain whose base is amid trades.

import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { devnetConfigs } from '../devnet/launchpad.ts'
import { mainnetHours, preprod } from '../fixtures/chains/recorded-chains.ts'
import { CHAIN_FILE } from '../fixtures/chains/recording.ts'
import { randomFrom } from '../tests/kit/random-from.ts'
import { seeds } from '../tests/kit/random-runs.ts'
import { launchpadModels } from './launchpad-models.ts'
import { blocksOf, followWithBase, worldOf } from './testing/following-with-base.ts'
import { mainnetModels } from './testing/test-models.ts'

const onMainnet = mainnetModels()
const onDevnet = launchpadModels('devnet', devnetConfigs().operations)
const chains = [
  { ...preprod, models: onMainnet },
  { ...mainnetHours, models: onMainnet },
  { name: 'the devnet', path: fileURLToPath(CHAIN_FILE), skip: false, models: onDevnet },
] as const

for (const { name, path, skip, models } of chains)
  test(`models of ${name} are the same with a base anywhere`, { skip }, async (t) => {
    const blocks = await blocksOf(path)
    const world = worldOf(models, blocks)
    for (const seed of seeds(2)) {
      t.diagnostic(`SEED=${seed}`)
      const random = randomFrom(seed)
      followWithBase(t, world, Math.floor(random() * (blocks.length - 1)), random)
    }
  })
