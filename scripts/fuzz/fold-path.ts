// Events folded by themselves, one by one, in a database of their own: which block a fold fails on, and what
// the canonical chain alone comes to.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import type { ChainBlock } from '../../fixtures/devnet/chain-block.ts'
import { readFrame } from '../../indexer/ogmios/chain-sync.ts'
import { openModels } from '../../projections/engine/models-database.ts'
import { Projector, tablesOf } from '../../projections/engine/projector.ts'
import { launchpadModels } from '../../projections/launchpad-projector.ts'
import type { OperationsConfig } from '../../schema/config.ts'
import type { BlockEvent, ChainEvent, LogEntry } from '../../schema/events.ts'
import { Finding } from './finding.ts'

/** A block that came, or one that was gone back to. */
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
 * Folds all steps, and looks at the models that come of them.
 * @throws {Finding} for the first block that cannot be read or folded
 */
export const foldPath = <Seen>(
  steps: Iterable<Step>,
  operations: OperationsConfig,
  look: (database: Database.Database) => Seen,
): Seen => {
  const directory = mkdtempSync(join(tmpdir(), 'fold-path-'))
  const models = launchpadModels(operations)
  const tables = tablesOf(models)
  const { database } = openModels(join(directory, 'models.db'), { network: 'mainnet', tables, meaning: '' })
  try {
    const projector = new Projector(database, models)
    let seq = 0
    for (const { kind, block } of steps) {
      seq += 1
      try {
        const event: ChainEvent =
          kind === 'forward' ? { kind, block: eventOf(block) } : { kind, point: block.point }
        const entry: LogEntry = { ...event, seq }
        projector.apply([entry], block.height)
      } catch (cause) {
        throw new Finding(
          'no exception on the way',
          cause instanceof Error ? `${cause.stack}` : `${cause}`,
          block,
          cause,
        )
      }
    }
    return look(database)
  } finally {
    database.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
