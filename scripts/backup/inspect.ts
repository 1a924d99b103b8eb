// Summarises the log and models of a directory from their rows. A backup's manifest contains the summary, and a restored directory is
// compared with it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../indexer/log/log.ts'
import { readLog } from '../../indexer/log/read-log.ts'
import { verifyLog } from '../../indexer/log/verify-log.ts'
import { comparing } from '../../projections/engine/file/compare-models.ts'
import {
  isFoldedBy,
  OtherRules,
  openModelsForReading,
} from '../../projections/engine/file/models-database.ts'
import type { Checkpoint } from '../../projections/engine/fold/projector.ts'
import { CHECKPOINT_SQL } from '../../projections/engine/fold/projector-statements.ts'
import { atOnce } from '../../projections/engine/table/scan.ts'
import { launchpadModels } from '../../projections/launchpad-models.ts'
import type { OwnFiles } from '../../projections/own/own-models.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import { damaged, storageError } from '../../schema/platform/storage-error.ts'
import type { Network } from '../../schema/primitives.ts'
import { LOG } from './contents.ts'
import { layoutOf } from './copy-database.ts'
import type { Manifest } from './manifest.ts'

const FOLDED_AGAIN = 'the models are folded again, in part or whole, when the service runs'

export interface Rules {
  readonly network: Network
  /** Operations config, with the network's clock. */
  readonly operations: OperationsConfig
  readonly ownModels?: OwnFiles
}

interface Inspected extends Pick<Manifest, 'models'> {
  /** Tip of the log; null if the log has no block. */
  readonly tip: Manifest['tip'] | null
  /** Versions of the file layouts (`user_version` of SQLite). */
  readonly layouts: { readonly log: number; readonly models: number | null }
  /** Reason why the digest was not computed from the rows; undefined if it was computed. */
  readonly unchecked: string | undefined
}

/**
 * Reads every row.
 * @param models file name of the models; undefined for none
 * @throws {StorageError} if a file is damaged, or the models do not belong to the log
 * @throws {StartupError} if the log belongs to another network, or cannot be opened
 */
export const inspect = (directory: string, models: string | undefined, rules: Rules): Inspected => {
  const path = join(directory, LOG)
  verifyLog(path, rules.network)
  return readLog(path, rules, (log) => {
    const { end } = log
    const tip = end === undefined ? null : { slot: end.slot, id: end.id, height: end.height }
    const layouts = { log: layoutOf(path, 'log'), models: null }
    const ofLog = { tip, models: null, layouts, unchecked: undefined }
    if (models === undefined || !existsSync(join(directory, models))) return ofLog
    const modelsPath = join(directory, models)
    const { checkpoint, unchecked } = inspectModels(modelsPath, log, rules)
    if (checkpoint === undefined) return { ...ofLog, unchecked }
    const { seq, slot, id, height, digest } = checkpoint
    if (log.at(seq)?.id !== id)
      throw damaged(
        modelsPath,
        'models',
        `they end at block ${id}, which ${path} does not have in row ${seq}`,
      )
    return {
      tip,
      models: { slot, id, height, digest },
      layouts: { ...layouts, models: layoutOf(modelsPath, 'models') },
      unchecked,
    }
  })
}

/** @returns the models' last block, and the reason why their rows were not compared */
export const inspectModels = (
  path: string,
  log: Log,
  { network, operations, ownModels }: Rules,
): { readonly checkpoint: Checkpoint | undefined; readonly unchecked?: string } => {
  let database: ReturnType<typeof openModelsForReading>
  try {
    database = openModelsForReading(path)
  } catch (error) {
    if (error instanceof OtherRules) return { checkpoint: undefined, unchecked: FOLDED_AGAIN }
    throw error
  }
  try {
    const checkpoint = database.prepare(CHECKPOINT_SQL).get() as Checkpoint | undefined
    if (checkpoint === undefined) return { checkpoint }
    const models = launchpadModels(network, operations, ownModels)
    if (!isFoldedBy(database, models)) return { checkpoint, unchecked: FOLDED_AGAIN }
    return atOnce(database, comparing(database, models, log))
  } catch (error) {
    throw storageError(error, path, 'models') ?? error
  } finally {
    database.close()
  }
}
