// Follows a log with a base, and compares its models with those of the whole log: at every block, through restarts at any time, and when
// the models are folded again.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { streamChainFile } from '../../devnet/recording/chain-file.ts'
import { Log } from '../../indexer/log/log.ts'
import { ReducingLog } from '../../indexer/log/log-base.ts'
import { verifyLog } from '../../indexer/log/verify-log.ts'
import { readFrame } from '../../indexer/ogmios/chain-sync.ts'
import type { BlockEvent } from '../../schema/events.ts'
import { SECURITY_PARAMETER } from '../../schema/primitives.ts'
import { silent } from '../../tests/kit/silent.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { modelsFile } from '../engine/file/models-files.ts'
import { foldLog } from '../engine/fold/fold-log.ts'
import { ModelsFolding } from '../engine/fold/models-folding.ts'
import { MovingBase } from '../engine/fold/moving-base.ts'
import type { launchpadModels } from '../launchpad-models.ts'
import { digestsOf } from './test-models.ts'

export const blocksOf = async (path: string): Promise<BlockEvent[]> => {
  const blocks: BlockEvent[] = []
  for await (const { json } of streamChainFile(path)) {
    const tip = '{"slot":1,"id":"00","height":1}'
    const message = readFrame(`{"result":{"direction":"forward","block":${json},"tip":${tip}}}`)
    if (message.kind === 'forward') blocks.push(message.block)
  }
  return blocks
}

type Models = ReturnType<typeof launchpadModels>

/** @param growth in bytes, after which the base moves before the models are at its target */
const open = (directory: string, models: Models, base: BlockEvent, growth?: number) => {
  const path = join(directory, 'log.db')
  const { network } = models
  const log = Log.open(path, { network, start: 'origin', base: base.point })
  const reducing = ReducingLog.open(path, network)
  const moving = reducing && new MovingBase(reducing, log, growth)
  const folding = new ModelsFolding({ ...models, directory, log, base: moving, logger: silent })
  // Only the blocks before the base are far from the tip.
  folding.tipHeight = base.height + SECURITY_PARAMETER
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

export interface World {
  readonly models: Models
  readonly blocks: readonly BlockEvent[]
  readonly digests: readonly (string | undefined)[]
}

export const worldOf = (models: Models, blocks: readonly BlockEvent[]): World => ({
  models,
  blocks,
  digests: digestsOf(blocks, models),
})

export const followWithBase = (
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
