// Folds a whole log into a models' file of its own, away from the models that are there: what `rebuild` puts in their
// place, and `verify --deep` compares them with. Needs no node.
import type { OperationsConfig } from '../../schema/config/config.ts'
import { damaged } from '../../schema/platform/storage-error.ts'
import type { Network } from '../../schema/primitives.ts'
import type { OnProgress } from '../../schema/reports.ts'
import { startServing } from '../engine/file/models-database.ts'
import { deleteModels, type ModelsFile } from '../engine/file/models-files.ts'
import { RebuildNeeded } from '../engine/fold/fold-errors.ts'
import { type Checkpoint, Projector } from '../engine/fold/projector.ts'
import { launchpadModels } from '../launchpad-models.ts'
import type { LogReader } from './subscription.ts'

/** Entries folded in one transaction. */
const BATCH = 500

interface FoldLog {
  /** With the seq of its last row. */
  readonly log: LogReader & { readonly lastSeq: number }
  /** The models' file to make; one that is there is deleted first. It serves when all was folded. */
  readonly file: ModelsFile
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
  file,
  network,
  operations,
  until = log.lastSeq,
  onProgress,
}: FoldLog): Checkpoint | undefined => {
  deleteModels(file)
  const projector = Projector.open(file.path, launchpadModels(network, operations))
  try {
    for (;;) {
      const at = projector.checkpoint?.seq ?? 0
      const blocks = [...log.blocksAfter(at, BATCH)].filter(({ seq }) => seq <= until)
      if (blocks.length === 0) {
        startServing(projector.database)
        return projector.checkpoint
      }
      projector.apply(blocks, { tipHeight: log.end?.height ?? 0 })
      onProgress?.(projector.checkpoint?.seq ?? 0, until)
    }
  } catch (error) {
    // Nothing was there before, so that only the log can be wrong.
    throw error instanceof RebuildNeeded ? damaged(log.path, 'log', error.message, error) : error
  } finally {
    projector.close()
  }
}
