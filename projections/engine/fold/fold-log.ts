// Folds a whole log into a new models' file, and leaves the existing models unchanged. `rebuild` replaces the models by the new ones, and
// `verify --deep` compares the two. No node is needed.
import type { OnProgress } from '../../../schema/reports.ts'
import { type ModelsOptions, startServing } from '../file/models-database.ts'
import { deleteModels, type ModelsFile } from '../file/models-files.ts'
import { BLOCKS_AT_ONCE, foldBlocks, type LogReader } from './fold-blocks.ts'
import { type Checkpoint, Projector } from './projector.ts'

interface FoldLog {
  readonly log: LogReader
  /** An existing file is deleted first. The new one serves when all blocks are folded. */
  readonly file: ModelsFile
  /** Seq of the last row; the log's last if not given. */
  readonly until?: number
  readonly onProgress?: OnProgress
}

/**
 * @returns the last block; undefined if the log is empty
 * @throws {StorageError} if the log or the new file cannot be read or written
 * @throws {FoldFailed} at a block that cannot be folded
 */
export const foldLog = <Event extends { readonly kind: string }>(
  models: ModelsOptions<Event>,
  { log, file, until = log.lastSeq, onProgress }: FoldLog,
): Checkpoint | undefined => {
  deleteModels(file)
  const projector = Projector.open(file.path, models)
  try {
    while (foldBlocks(projector, log, { limit: BLOCKS_AT_ONCE, before: until + 1 }) !== undefined)
      onProgress?.(projector.checkpoint?.seq ?? 0, until)
    startServing(projector.database)
    return projector.checkpoint
  } finally {
    projector.close()
  }
}
