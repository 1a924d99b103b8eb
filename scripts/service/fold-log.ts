// Folds a whole log into a models' file of its own, away from the models that are there: what `rebuild` puts in their
// place, and `verify --deep` compares them with. Needs no node.
import type { Log } from '../../indexer/log.ts'
import { dropModels, openModels } from '../../projections/engine/models-database.ts'
import { type Checkpoint, Projector, RebuildNeeded } from '../../projections/engine/projector.ts'
import { launchpadModels } from '../../projections/launchpad-projector.ts'
import type { OperationsConfig } from '../../schema/config.ts'
import type { Network } from '../../schema/primitives.ts'
import { damaged } from '../../schema/storage-error.ts'
import { modelsOptions } from './models-options.ts'
import type { OnProgress } from './progress.ts'

/** Entries folded in one transaction. */
const BATCH = 500

interface FoldLog {
  readonly log: Log
  /** Of the models' file to make; one that is there is dropped first. */
  readonly path: string
  readonly network: Network
  readonly operations: OperationsConfig
  /** Seq of the last row to fold; default the log's last. */
  readonly until?: number
  readonly onProgress?: OnProgress
}

/**
 * Folds the log's canonical chain.
 * @returns where the models stand; undefined when the log holds no block.
 * @throws {StorageError} when the log or the new file cannot be read or written.
 * @throws {FoldFailed} at a block that cannot be folded.
 */
export const foldLog = ({
  log,
  path,
  network,
  operations,
  until = log.lastSeq,
  onProgress,
}: FoldLog): Checkpoint | undefined => {
  dropModels(path)
  const { database } = openModels(path, modelsOptions(network, operations))
  try {
    const projector = new Projector(database, launchpadModels(operations))
    for (;;) {
      const at = projector.checkpoint?.seq ?? 0
      const entries = log.canonicalAfter(at, BATCH).filter(({ seq }) => seq <= until)
      if (entries.length === 0) return projector.checkpoint
      projector.apply(entries, log.end?.height ?? 0)
      onProgress?.(projector.checkpoint?.seq ?? 0, until)
    }
  } catch (error) {
    // Nothing was there before, so that only the log can be wrong.
    throw error instanceof RebuildNeeded ? damaged(log.path, 'log', error.message, error) : error
  } finally {
    database.close()
  }
}
