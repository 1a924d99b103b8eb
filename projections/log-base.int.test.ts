// A log with a base gives the models of the whole log: at every later block, when the models are folded again, and wherever making the
// base was interrupted.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { devnetConfigs } from '../devnet/launchpad.ts'
import { streamChainFile } from '../devnet/recording/chain-file.ts'
import { mainnetHours, mainnetLaunch, preprod } from '../fixtures/chains/recorded-chains.ts'
import { CHAIN_FILE } from '../fixtures/chains/recording.ts'
import { Log } from '../indexer/log/log.ts'
import { ReducingLog } from '../indexer/log/log-base.ts'
import { verifyLog } from '../indexer/log/verify-log.ts'
import { readFrame } from '../indexer/ogmios/chain-sync.ts'
import type { BlockEvent } from '../schema/events.ts'
import { SECURITY_PARAMETER } from '../schema/primitives.ts'
import { randomFrom } from '../tests/kit/random-from.ts'
import { seeds } from '../tests/kit/random-runs.ts'
import { silent } from '../tests/kit/silent.ts'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { modelsFile } from './engine/file/models-files.ts'
import { foldLog } from './engine/fold/fold-log.ts'
import { ModelsFolding } from './engine/fold/models-folding.ts'
import { MovingBase } from './engine/fold/moving-base.ts'
import { launchpadModels } from './launchpad-models.ts'
import { GrowingChain } from './testing/growing-chain.ts'
import { mainnetOperations } from './testing/mainnet-operations.ts'

const blocksOf = async (path: string): Promise<BlockEvent[]> => {
  const blocks: BlockEvent[] = []
  for await (const { json } of streamChainFile(path)) {
    const tip = '{"slot":1,"id":"00","height":1}'
    const message = readFrame(`{"result":{"direction":"forward","block":${json},"tip":${tip}}}`)
    if (message.kind === 'forward') blocks.push(message.block)
  }
  return blocks
}

const onMainnet = launchpadModels('mainnet', mainnetOperations)

/** Opens a log with the models that follow it. @param growth bytes after which the base moves before its target */
const open = (directory: string, models: typeof onMainnet, base?: BlockEvent, growth?: number) => {
  const path = join(directory, 'log.db')
  const { network } = models
  const log = Log.open(path, { network, start: 'origin', base: base?.point })
  const reducing = ReducingLog.open(path, network)
  const moving = reducing && new MovingBase(reducing, log, growth)
  const folding = new ModelsFolding({ ...models, directory, log, base: moving, logger: silent })
  // The blocks far from the tip are those before the base.
  folding.tipHeight = (base?.height ?? 0) + SECURITY_PARAMETER
  return {
    log,
    folding,
    path,
    close(): void {
      folding.close()
      reducing?.close()
      log.close()
    },
  }
}

/** The digests of the whole log after each block. */
const digestsOf = (t: TestContext, models: typeof onMainnet, blocks: readonly BlockEvent[]) => {
  const { log, folding, close } = open(temporaryDirectory(t), models)
  const digests = blocks.map((block) => {
    log.append([{ kind: 'forward', block }])
    while (folding.step() !== undefined);
    return folding.checkpoint?.digest
  })
  close()
  return digests
}

interface World {
  readonly models: typeof onMainnet
  readonly blocks: readonly BlockEvent[]
  readonly digests: readonly (string | undefined)[]
}

/** Follows the blocks with a base at a block, through restarts at any time. */
const followWithBase = (
  t: TestContext,
  { models, blocks, digests }: World,
  at: number,
  random: () => number,
): void => {
  const directory = temporaryDirectory(t)
  const base = blocks[at] ?? assert.fail('no block')
  const growth = random() < 0.5 ? 1 : undefined
  let following = open(directory, models, base, growth)
  let appended = 0
  const append = (count: number): void => {
    following.log.append(
      blocks.slice(appended, appended + count).map((block) => ({ kind: 'forward', block })),
    )
    appended = Math.min(blocks.length, appended + count)
  }
  append(1)
  while ((following.folding.checkpoint?.seq ?? 0) < blocks.length) {
    if (random() < 0.3) append(Math.ceil(random() * 60))
    following.folding.step(Math.ceil(random() * 40))
    if (random() < 0.1) {
      following.close()
      following = open(directory, models, base, growth)
    }
    const { checkpoint } = following.folding
    assert.equal(checkpoint?.digest, digests[(checkpoint?.seq ?? 0) - 1], `after block ${checkpoint?.seq}`)
  }
  const { log, path } = following
  assert.deepEqual(
    { ...log.base, digest: undefined },
    { ...base.point, height: base.height, seq: at + 1, digest: undefined },
  )
  assert.equal(verifyLog(path, models.network), 0)
  for (const until of [at, at + 1, Math.floor((at + blocks.length) / 2), blocks.length - 1]) {
    const again = foldLog(models, { log, file: modelsFile(temporaryDirectory(t), 1), until: until + 1 })
    assert.equal(again?.digest, digests[until], `folded again to block ${until + 1}`)
  }
  following.close()
}

const recordings = [
  { ...mainnetLaunch, bases: [20, 60, 100] },
  { ...preprod, bases: [400] },
  { ...mainnetHours, bases: [300, 700] },
]
for (const { name, path, skip, bases } of recordings)
  test(`models of ${name} with a base`, { skip }, async (t) => {
    const blocks = await blocksOf(path)
    const world = { models: onMainnet, blocks, digests: digestsOf(t, onMainnet, blocks) }
    for (const [at, base] of bases.entries()) followWithBase(t, world, base, randomFrom(seeds(1)[0] ?? at))
  })

test('models of generated chains with a base', (t) => {
  for (const seed of seeds(4)) {
    t.diagnostic(`SEED=${seed}`)
    const random = randomFrom(seed)
    const blocks = new GrowingChain(random).grow(120)
    const world = { models: onMainnet, blocks, digests: digestsOf(t, onMainnet, blocks) }
    for (let base = 0; base < 3; base++) followWithBase(t, world, Math.floor(random() * 118), random)
  }
})

test('models of the recorded devnet with a base', async (t) => {
  const blocks = await blocksOf(fileURLToPath(CHAIN_FILE))
  const models = launchpadModels('devnet', devnetConfigs().operations)
  const world = { models, blocks, digests: digestsOf(t, models, blocks) }
  followWithBase(t, world, Math.floor(blocks.length / 2), randomFrom(1))
})
