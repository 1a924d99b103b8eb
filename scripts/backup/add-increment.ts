// Adds the new data of a data directory to a backup: the log's new rows as a separate log file, new images, and the models if the backup's
// models are older than a day. A service may be running on the data directory.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyRows, sealOf } from '../../indexer/log/log-rows.ts'
import { readLog } from '../../indexer/log/read-log.ts'
import { openServingModels } from '../../projections/engine/file/serving-models.ts'
import { StartupError } from '../../schema/errors.ts'
import { slotTime } from '../../schema/slots.ts'
import { serviceVersion } from '../cli/version.ts'
import { checkLog, logPath } from '../service/settings/data-directory.ts'
import { checkBackup } from './check-backup.ts'
import { describeFile, imageNames, JOURNAL } from './contents.ts'
import { checkCopy, copyDatabase, layoutOf } from './copy-database.ts'
import { inspectModels } from './inspect.ts'
import type { MakeBackup } from './make-backup.ts'
import {
  FORMAT_VERSION,
  journalAt,
  journalOf,
  logNames,
  logPart,
  type Manifest,
  modelsNameOf,
  writeManifest,
} from './manifest.ts'
import { copySynced } from './sync-file.ts'

/** Minimum seconds between the last blocks of two copies of the models. A restored service then folds at most a day of blocks. */
const DAY_S = 86_400

/**
 * Reads the whole backup and compares it with its manifest first. The backup is unchanged until the manifest is written, at the end.
 * @param directory directory of the backup
 * @throws {StartupError} if the backup is damaged, or belongs to another log
 * @throws {StorageError} if a file cannot be read or written
 */
export const addIncrement = async (directory: string, options: MakeBackup): Promise<Manifest> => {
  const { dataDir, into, network, onProgress } = options
  checkLog(dataDir)
  const manifest = await checkBackup(directory, onProgress)
  const models = await copyModels(manifest, options)
  const source = logPath(dataDir)
  const { end, lastSeq, base } = readLog(source, { network }, ({ end, lastSeq, base }) => ({
    end,
    lastSeq,
    base,
  }))
  if (base?.digest === null)
    throw new StartupError(
      `the base of ${source} is being moved: add to the backup when this has ended, see /status`,
    )
  const paths = logNames(manifest).map((name) => join(directory, name))
  const sealed = manifest.network === network ? sealOf(paths, network) : undefined
  if (sealed === undefined || end === undefined || sealOf([source], network, sealed.seq).hash !== sealed.hash)
    throw new StartupError(
      `${directory} is a backup of another log than ${source}, or of the same log with another base: make a new backup in another directory`,
    )

  const before = new Set(manifest.files.map(({ name }) => name))
  const added = imageNames(dataDir).filter(
    (name) => !before.has(name) && copySynced(join(dataDir, name), join(into, name)),
  )
  const journal = journalOf(manifest)
  if (lastSeq > sealed.seq) {
    const part = logPart(sealed.seq)
    copyRows(source, join(into, part), { network, after: sealed.seq, until: lastSeq })
    checkCopy(join(into, part), 'log')
    if (sealOf([source], network, sealed.seq).hash !== sealed.hash)
      throw new StartupError(
        `the base of ${source} was moved meanwhile: make a new backup in another directory`,
      )
    added.unshift(part)
    if (journal !== undefined && copySynced(join(dataDir, JOURNAL), join(into, journalAt(sealed.seq))))
      added.push(journalAt(sealed.seq))
  }
  if (models !== undefined) added.push(models.name)
  const replaced = [
    ...(added.includes(journalAt(sealed.seq)) ? [journal] : []),
    ...(models === undefined ? [] : [modelsNameOf(manifest)]),
  ]
  const files = manifest.files.filter(({ name }) => !replaced.includes(name))
  for (const name of added) {
    files.push(await describeFile(into, name))
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    renameSync(join(into, name), join(directory, name))
  }
  const { slot, id, height } = end
  const grown = {
    ...manifest,
    formatVersion: FORMAT_VERSION,
    madeAt: new Date().toISOString(),
    versions: {
      ...manifest.versions,
      service: serviceVersion,
      ...(models && { models: models.layout }),
    },
    tip: { slot, id, height },
    ...(models && { models: models.at }),
    files,
  }
  writeManifest(directory, grown)
  for (const name of replaced) if (name !== undefined) rmSync(join(directory, name))
  return grown
}

/** @returns undefined if the backup's models are recent, or if a restored service would have to fold the serving models again */
const copyModels = async (manifest: Manifest, options: MakeBackup) => {
  const { dataDir, into, operations, network } = options
  const serving = openServingModels(dataDir)
  const slot = serving?.database.prepare('SELECT slot FROM checkpoint').pluck().get()
  serving?.database.close()
  const age = slotTime(operations, Number(slot)) - slotTime(operations, manifest.models?.slot ?? 0)
  if (serving === undefined || slot === undefined || (manifest.models !== null && age < DAY_S))
    return undefined
  const name = `models-${Number(/\d+/.exec(modelsNameOf(manifest) ?? '')?.[0] ?? 0) + 1}.db`
  const path = join(into, name)
  await copyDatabase(serving.file.path, path, 'models')
  checkCopy(path, 'models')
  const { checkpoint, unchecked } = readLog(logPath(dataDir), { network }, (log) =>
    inspectModels(path, log, options),
  )
  if (checkpoint === undefined || unchecked !== undefined) return undefined
  const { id, height, digest } = checkpoint
  return { name, at: { slot: checkpoint.slot, id, height, digest }, layout: layoutOf(path, 'models') }
}
