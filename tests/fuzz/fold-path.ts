// Folds the steps of a chain one by one in a separate database. Finds the block at which folding fails, or returns the models of the
// canonical chain alone.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import { readFrame } from '../../indexer/ogmios/chain-sync.ts'
import { type Checkpoint, Projector } from '../../projections/engine/fold/projector.ts'
import { launchpadModels } from '../../projections/launchpad-models.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { BlockEvent } from '../../schema/events.ts'
import { Finding } from './finding.ts'

export interface Step {
  readonly kind: 'forward' | 'backward'
  readonly block: ChainBlock
}

const eventOf = ({ json }: ChainBlock): BlockEvent => {
  const tip = '{"slot":1,"id":"00","height":1}'
  const message = readFrame(`{"result":{"direction":"forward","block":${json},"tip":${tip}}}`)
  if (message.kind !== 'forward') throw new Error(`a block was read as ${message.kind}`)
  return message.block
}

/**
 * @param onBlock receives the state after each step
 * @param ownModels files with an operator's models
 * @throws {Finding} for the first block that cannot be read or folded
 */
export const foldPath = <Seen>(
  steps: Iterable<Step>,
  operations: OperationsConfig,
  look: (database: Database.Database) => Seen,
  onBlock: (checkpoint: Checkpoint, database: Database.Database, block: ChainBlock) => void = () => {},
  ownModels: readonly string[] = [],
): Seen => {
  const directory = mkdtempSync(join(tmpdir(), 'fold-path-'))
  const projector = Projector.open(
    join(directory, 'models.db'),
    launchpadModels('mainnet', operations, ownModels),
  )
  try {
    let seq = 0
    for (const { kind, block } of steps) {
      seq += 1
      try {
        const { point, height } = block
        if (kind === 'forward') projector.apply([{ seq, block: eventOf(block) }], { tipHeight: height })
        else projector.apply([], { tipHeight: height, rollBackTo: { ...point, seq } })
      } catch (cause) {
        throw new Finding(
          'no exception on the way',
          cause instanceof Error ? `${cause.stack}` : `${cause}`,
          block,
          cause,
        )
      }
      if (projector.checkpoint !== undefined) onBlock(projector.checkpoint, projector.database, block)
    }
    return look(projector.database)
  } finally {
    projector.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
