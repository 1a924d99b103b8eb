// Folds a whole log into a models' file of its own, away from the models that are there: `rebuild` puts it in their
// place, and `verify --deep` compares them with it. Needs no node.
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { Network } from '../../schema/primitives.ts'
import type { OnProgress } from '../../schema/reports.ts'
import { startServing } from '../engine/file/models-database.ts'
import { deleteModels, type ModelsFile } from '../engine/file/models-files.ts'
import { type Checkpoint, Projector } from '../engine/fold/projector.ts'
import { launchpadModels } from '../launchpad-models.ts'
import { BLOCKS_AT_ONCE, foldBlocks, type LogReader } from './fold-blocks.ts'

interface FoldLog {
  /** With the seq of its last row. */
  readonly log: LogReader & { readonly lastSeq: number }
  /** The models' file to make; one that is there is deleted first. It serves when all was folded. */
  readonly file: ModelsFile
  readonly network: Network
  readonly operations: OperationsConfig
  /** Files of models of the operator's. */
  readonly ownModels?: readonly string[]
  /** Seq of the last row to fold; default the log's last. */
  readonly until?: number
  readonly onProgress?: OnProgress
}

/**
 * Folds the log's canonical chain.
 * @returns the last block that the models hold; undefined when the log holds none.
 * @throws {StorageError} when the log or the new file cannot be read or written.
 * @throws {FoldFailed} at a block that cannot be folded.
 */
export const foldLog = ({
  log,
  file,
  network,
  operations,
  ownModels,
  until = log.lastSeq,
  onProgress,
}: FoldLog): Checkpoint | undefined => {
  deleteModels(file)
  const projector = Projector.open(file.path, launchpadModels(network, operations, ownModels))
  try {
    while (foldBlocks(projector, log, { limit: BLOCKS_AT_ONCE, before: until + 1 }) !== undefined)
      onProgress?.(projector.checkpoint?.seq ?? 0, until)
    startServing(projector.database)
    return projector.checkpoint
  } finally {
    projector.close()
  }
}
