// `npm run verify`: compares the log with its checksums, the models with the log, their rows with the digest, and images with their ids.
// Prints the checkpoint as one JSON line, or fails. `--deep` also folds the log into new models and compares them with the stored models.
// `--postgres` compares the copy. In a backup's directory, the files are first compared with their hashes. The service may be running on
// the same DATA_DIR.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { contentIdOf } from '../../api/images/content-id.ts'
import { Log } from '../../indexer/log/log.ts'
import { verifyLog } from '../../indexer/log/verify-log.ts'
import { type Compared, comparing } from '../../projections/engine/file/compare-models.ts'
import { type Generation, readGenerations } from '../../projections/engine/file/generations.ts'
import {
  isFoldedBy,
  openModelsForReading,
  otherRules,
} from '../../projections/engine/file/models-database.ts'
import { modelsFile } from '../../projections/engine/file/models-files.ts'
import { isOnChain } from '../../projections/engine/fold/fold-blocks.ts'
import { foldLog } from '../../projections/engine/fold/fold-log.ts'
import type { Checkpoint } from '../../projections/engine/fold/projector.ts'
import { atOnce, differing, type ScannedState } from '../../projections/engine/table/scan.ts'
import { launchpadModels, launchpadTables } from '../../projections/launchpad-models.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { checkStructure } from '../../schema/platform/check-structure.ts'
import { loadModule } from '../../schema/platform/load-module.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { damaged, storageError } from '../../schema/platform/storage-error.ts'
import { checkBackup } from '../backup/check-backup.ts'
import { imageNames } from '../backup/contents.ts'
import type { Rules } from '../backup/inspect.ts'
import { logNames, MANIFEST } from '../backup/manifest.ts'
import { Progress } from '../cli/progress.ts'
import { logPath, modelsPath } from '../service/settings/data-directory.ts'
import { takePrivateDirectory } from '../service/settings/private-directory.ts'
import { storedData } from '../service/settings/stored-data.ts'

/** Duration in ms of a check before its progress is shown. */
const QUIET_MS = 5_000

/**
 * @param dataDir directory of the log
 * @throws {StartupError} if a part is being folded again
 * @throws {StorageError} if the models are damaged
 */
const scan = (path: string, dataDir: string, { network, operations, ownModels }: Rules): Compared => {
  const options = launchpadModels(network, operations, ownModels)
  const database = openModelsForReading(path)
  const log = existsSync(logPath(dataDir)) ? Log.openForReading(logPath(dataDir), { network }) : undefined
  try {
    checkStructure(database, 'models')
    const generations = readGenerations(database)
    const namesOf = (found: readonly Generation[]): string => found.map(({ name }) => name).join(', ')
    const unknown = namesOf(
      generations.filter((one) => !options.models.some(({ name }) => name === one.name)),
    )
    if (unknown !== '')
      throw new StartupError(
        `${path} also has the model ${unknown}, which is not part of the project: name its file with --model`,
      )
    const folding = namesOf(generations.filter(({ state }) => state === 'folding'))
    if (folding !== '')
      throw new StartupError(
        `${folding} in ${path} is being folded again: start the service if it is not running, and verify when its /status names nothing under refolding`,
      )
    if (!isFoldedBy(database, options)) throw otherRules(path, 'folded by other rules')
    return atOnce(database, comparing(database, options, log))
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw storageError(error, path, 'models') ?? damaged(path, 'models', messageOf(error), error)
  } finally {
    log?.close()
    database.close()
  }
}

/** @throws {StartupError} if `until` is not on the log's chain, for example after a kill between appending a fork and folding it */
const foldAgain = (dataDir: string, until: Checkpoint, rules: Rules): ScannedState => {
  const { network, operations, ownModels } = rules
  if (!existsSync(logPath(dataDir)))
    throw new StartupError(
      `there is no log in ${dataDir} to fold again: set DATA_DIR to the directory of both`,
    )
  // A killed command leaves its models. The next command takes their directory over, so they do not fill the disk.
  const { directory: temporary, release } = takePrivateDirectory(tmpdir(), 'verify-', 'TMPDIR')
  const file = modelsFile(temporary, 1)
  const log = Log.openForReading(logPath(dataDir), rules)
  try {
    if (!isOnChain(until, log))
      throw new StartupError(
        `the models in ${dataDir} end at a block that the log has undone since: start the service if it is not running, then verify again`,
      )
    const progress = new Progress('folding again')
    const models = launchpadModels(network, operations, ownModels)
    foldLog(models, { log, file, until: until.seq, onProgress: progress.show })
    progress.end()
    return scan(file.path, dataDir, rules).state
  } finally {
    log.close()
    rmSync(temporary, { recursive: true, force: true })
    release()
  }
}

/**
 * @returns the number of rows without a checksum
 * @throws {StartupError | StorageError} if the log is damaged
 */
const uncheckedRows = (dataDir: string, { network }: Rules): number => {
  const path = logPath(dataDir)
  if (!existsSync(path)) return 0
  const progress = new Progress('checking the log', 'rows', QUIET_MS)
  const unchecked = verifyLog(path, network, progress.show)
  progress.end()
  if (unchecked > 0)
    console.error(
      `${unchecked} rows of the log were written by an older release and have no checksum: some damage in them cannot be detected`,
    )
  return unchecked
}

/** @throws {StartupError} if an image does not match its id */
const checkImages = async (dataDir: string): Promise<void> => {
  for (const name of imageNames(dataDir)) {
    const path = join(dataDir, name)
    if ((await contentIdOf(readFileSync(path))) !== basename(name))
      throw new StartupError(`${path} is not the image of this id: restore it from a backup, or delete it`)
  }
}

interface VerifyOptions {
  readonly isDeep: boolean
  readonly hasCopy: boolean
}

/**
 * Compares the files of a backup with their hashes.
 * @returns whether the backup has increments. Its rows can then be compared only after a restore
 * @throws {StartupError} if a file differs, or the options need the rows of increments
 */
const verifyBackup = async (directory: string, { isDeep, hasCopy }: VerifyOptions): Promise<boolean> => {
  const progress = new Progress('checking the backup', 'MB', QUIET_MS)
  const manifest = await checkBackup(directory, progress.show).finally(() => progress.end())
  if (logNames(manifest).length === 1) return false
  if (isDeep || hasCopy)
    throw new StartupError(
      `${directory} has increments, and its log can only be folded after a restore: restore it, then verify the restored directory`,
    )
  console.error(`${directory}: every file is as it was backed up`)
  console.log(JSON.stringify(manifest.models ?? manifest.tip))
  return true
}

/** @throws {StartupError} if the models cannot be verified, or differ from the expected state */
export const verify = async (settings: Settings, { isDeep, hasCopy }: VerifyOptions): Promise<void> => {
  const { dataDir, ...rules } = await storedData(settings)
  if (existsSync(join(dataDir, MANIFEST)) && (await verifyBackup(dataDir, { isDeep, hasCopy }))) return
  const path = modelsPath(dataDir)
  if (!existsSync(path))
    throw new StartupError(`there are no models in ${dataDir}: set DATA_DIR to their directory`)
  // Folding a damaged log would prove nothing.
  const unchecked = uncheckedRows(dataDir, rules)
  const { checkpoint, state } = scan(path, dataDir, rules)
  await checkImages(dataDir)
  if (checkpoint === undefined) throw new StartupError(`the models in ${dataDir} have no block yet`)
  if (isDeep) {
    const again = foldAgain(dataDir, checkpoint, rules)
    const tables = differing(state, again)
    if (tables.length > 0)
      throw new StartupError(
        `folding the log again gives different rows in ${tables.join(', ')}: ${
          unchecked === 0
            ? 'run npm run rebuild'
            : `the models are damaged, or one of the log's ${unchecked} rows without a checksum: restore both from a backup or a snapshot into another DATA_DIR, or sync again there`
        }`,
      )
  }
  if (hasCopy) {
    const { verifyCopy } = await loadModule<typeof import('./verify-copy.ts')>(
      new URL('./verify-copy.ts', import.meta.url),
    )
    await verifyCopy(settings, path, launchpadTables(rules.operations, rules.ownModels))
  }
  // This line is for people, so it goes to standard error. Standard output has only what programs compare.
  console.error(
    `${dataDir}: log, models and images are undamaged${isDeep ? ', and the models follow from the log' : ''}`,
  )
  const { slot, id, height, digest } = checkpoint
  console.log(JSON.stringify({ slot, id, height, digest }))
}
