// A data directory for a test that appends to the log and folds the models itself, instead of a service that follows a node.

import { Log } from '../../../indexer/log/log.ts'
import { ModelsFolding } from '../../../projections/engine/fold/models-folding.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { emptyChain } from '../../../projections/testing/generated-chain.ts'
import { GrowingChain } from '../../../projections/testing/growing-chain.ts'
import { mainnetOperations } from '../../../projections/testing/mainnet-operations.ts'
import type { BlockEvent, ChainEvent } from '../../../schema/events.ts'
import { silent } from '../../../tests/kit/silent.ts'
import { logPath } from '../settings/data-directory.ts'

export const START = { slot: 133_000_000, id: 'ab'.repeat(32) }

/** @param start the block before the chain's first one */
export const chainAfter = (random: () => number, start = { ...START, height: 1_000 }): GrowingChain =>
  new GrowingChain(random, { ...emptyChain(start.slot), tip: start })

export const forward = (block: BlockEvent): ChainEvent => ({ kind: 'forward', block })

export const openDirectory = (directory: string, operations = mainnetOperations) => {
  const log = Log.open(logPath(directory), { network: 'mainnet', start: START })
  const models = launchpadModels('mainnet', operations)
  const folding = new ModelsFolding({ ...models, directory, log, logger: silent })
  return {
    log,
    folding,
    /** @returns the models' checkpoint */
    fold(events: readonly ChainEvent[] = []) {
      if (events.length > 0) log.append(events)
      while (folding.step() !== undefined);
      return folding.checkpoint
    },
    close() {
      folding.close()
      log.close()
    },
  }
}
