// Adds the new data of a data directory to a backup: the new rows of the log as a log file of their own, and new images. Models
// are not copied again, since a restored service folds the new rows. A service may be running on the data directory.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Log } from '../../indexer/log/log.ts'
import { copyRows, sealOf } from '../../indexer/log/log-rows.ts'
import { StartupError } from '../../schema/errors.ts'
import { serviceVersion } from '../cli/version.ts'
import { checkLog, logPath } from '../service/settings/data-directory.ts'
import { describeFile, findWrongFile, imageNames, JOURNAL } from './contents.ts'
import { checkCopy } from './copy-database.ts'
import type { MakeBackup } from './make-backup.ts'
import {
  FORMAT_VERSION,
  journalAt,
  journalOf,
  logNames,
  logPart,
  type Manifest,
  readManifest,
  totalBytes,
  writeManifest,
} from './manifest.ts'
import { copySynced } from './sync-file.ts'

const MEGABYTE = 1e6

/**
 * Reads the whole backup first and compares it with its manifest. The manifest is written last: until then the backup is the
 * earlier one.
 * @param directory directory of the backup
 * @throws {StartupError} if the backup is damaged, or belongs to another log
 * @throws {StorageError} when a file cannot be read or written
 */
export const addIncrement = async (
  directory: string,
  { dataDir, into, network, onProgress = () => {} }: Omit<MakeBackup, 'operations'>,
): Promise<Manifest> => {
  checkLog(dataDir)
  const manifest = readManifest(directory)
  const whole = Math.round(totalBytes(manifest.files) / MEGABYTE)
  const wrong = await findWrongFile(directory, manifest.files, (bytes) =>
    onProgress(Math.round(bytes / MEGABYTE), whole),
  )
  if (wrong !== undefined)
    throw new StartupError(
      `${directory} is damaged (${wrong} is not the file that was backed up): make a new backup in another directory`,
    )
  const source = logPath(dataDir)
  const log = Log.openForReading(source, { network })
  const { end, lastSeq } = log
  log.close()
  const paths = logNames(manifest).map((name) => join(directory, name))
  const sealed = manifest.network === network ? sealOf(paths, network) : undefined
  if (sealed === undefined || end === undefined || sealOf([source], network, sealed.seq).hash !== sealed.hash)
    throw new StartupError(
      `${directory} is a backup of another log than ${source}: make a new backup in another directory`,
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
    added.unshift(part)
    if (journal !== undefined && copySynced(join(dataDir, JOURNAL), join(into, journalAt(sealed.seq))))
      added.push(journalAt(sealed.seq))
  }
  const files = manifest.files.filter(
    ({ name }) => name !== journal || !added.includes(journalAt(sealed.seq)),
  )
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
    versions: { ...manifest.versions, service: serviceVersion },
    tip: { slot, id, height },
    files,
  }
  writeManifest(directory, grown)
  if (journal !== undefined && !files.some(({ name }) => name === journal)) rmSync(join(directory, journal))
  return grown
}
