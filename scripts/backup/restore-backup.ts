// Restores a backup into an empty data directory. Files get their final names only after all hashes, and the digest computed from the rows,
// match the manifest.
import { renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { journalStart } from '../../devnet/recording/journal.ts'
import { copyRows, cutLog } from '../../indexer/log/log-rows.ts'
import { readLog } from '../../indexer/log/read-log.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { formatPoint, type Point, parsePoint } from '../../schema/primitives.ts'
import { loadOperations } from '../service/settings/configs.ts'
import { dataDirOf, withClock, withStart } from '../service/settings/network.ts'
import { ownModelsOf } from '../service/settings/stored-data.ts'
import { damagedBackup } from './archive.ts'
import { findWrongFile, JOURNAL, LOG } from './contents.ts'
import { checkCopy } from './copy-database.ts'
import { checkRoom } from './file-problem.ts'
import { fillDirectory } from './fill-directory.ts'
import { inspect } from './inspect.ts'
import {
  journalOf,
  logNames,
  logPart,
  type Manifest,
  modelsNameOf,
  topNames,
  totalBytes,
} from './manifest.ts'
import type { OnProgress, Source } from './open-backup.ts'
import { syncFile } from './sync-file.ts'

/** A devnet's clock is read from its blocks. */
const operationsOf = async (
  settings: Settings,
  { network }: Manifest,
  into: string,
): Promise<OperationsConfig> => {
  const operations = loadOperations(settings, network)
  const start = await journalStart(join(into, JOURNAL))
  return start === undefined ? withClock(settings, network, operations) : withStart(operations, start)
}

const takeIncrements = ({ path, manifest }: Source, into: string): void => {
  const { network } = manifest
  const journal = journalOf(manifest)
  if (journal !== undefined) renameSync(join(into, journal), join(into, JOURNAL))
  for (const name of logNames(manifest).slice(1)) {
    const after = readLog(join(into, LOG), { network }, ({ lastSeq }) => lastSeq)
    if (name !== logPart(after)) throw damagedBackup(path, `${name} does not continue row ${after}`)
    copyRows(join(into, name), join(into, LOG), { network, after })
    rmSync(join(into, name))
  }
  syncFile(join(into, LOG))
}

/** @throws {StartupError} if the log does not begin at START_POINT */
const checkStart = ({ path, manifest }: Source, into: string, { START_POINT }: Settings): void => {
  if (START_POINT === undefined) return
  const start = readLog(join(into, LOG), manifest, (log) => log.start)
  const given = parsePoint(START_POINT)
  if (formatPoint(given) !== formatPoint(start))
    throw new StartupError(
      `the log of ${path} begins at ${formatPoint(start)}, but START_POINT is ${formatPoint(given)}: leave START_POINT out, or use another backup`,
    )
}

/** @throws {StartupError} if the files differ from the manifest */
const check = async (source: Source, into: string, settings: Settings): Promise<void> => {
  const { path, manifest } = source
  const wrong = await findWrongFile(into, manifest.files)
  if (wrong !== undefined) throw damagedBackup(path, `${wrong} is not the file that was backed up`)
  takeIncrements(source, into)
  checkStart(source, into, settings)
  const { network } = manifest
  const operations = await operationsOf(settings, manifest, into)
  const modelsName = modelsNameOf(manifest)
  const { tip, models, unchecked } = inspect(into, modelsName, {
    network,
    operations,
    ownModels: ownModelsOf(settings),
  })
  const of = (value: unknown): string => JSON.stringify(value)
  if (of(tip) !== of(manifest.tip) || (models !== null && of(models) !== of(manifest.models)))
    throw damagedBackup(path, 'its blocks differ from those in its manifest')
  // An index may point to wrong rows although every row is right.
  checkCopy(join(into, LOG), 'log')
  if (modelsName !== undefined) checkCopy(join(into, modelsName), 'models')
  if (unchecked !== undefined) console.error(`the digest was not computed from the rows: ${unchecked}`)
}

/** Also removes models that have a later block. */
const cut = ({ path, manifest }: Source, into: string, at: number | Point): Manifest => {
  const { network, models } = manifest
  const last = cutLog(join(into, LOG), network, at)
  if (last === undefined)
    throw new StartupError(
      typeof at === 'number'
        ? `${path} has no block at slot ${at} or before it: choose a later slot, at most ${manifest.tip.slot}`
        : `block ${formatPoint(at)} is not on the chain of ${path}: choose another, or a slot`,
    )
  const { slot, id, height } = last
  const isKept =
    models !== null && readLog(join(into, LOG), { network }, (log) => log.seqOf(models)) !== undefined
  const name = modelsNameOf(manifest)
  if (name !== undefined && !isKept) rmSync(join(into, name))
  return {
    ...manifest,
    tip: { slot, id, height },
    models: isKept ? models : null,
    files: manifest.files.filter((file) => isKept || file.name !== name),
  }
}

interface RestoreOptions {
  readonly settings: Settings
  /** Slot or block at which the restored log ends; undefined for the whole log. */
  readonly to?: number | Point | undefined
  readonly onProgress?: OnProgress
}

/**
 * @returns the manifest of the restored backup, and the data directory
 * @throws {StartupError} if the backup is damaged or of another network, or DATA_DIR is not empty
 */
export const restoreBackup = async (
  source: Source,
  { settings, to, onProgress = () => {} }: RestoreOptions,
): Promise<{ readonly manifest: Manifest; readonly dataDir: string }> => {
  const { path, manifest } = source
  const { network, files } = manifest
  if (settings.NETWORK !== undefined && settings.NETWORK !== network)
    throw new StartupError(
      `${path} is for ${network}, but this process is for ${settings.NETWORK}: change one of them`,
    )
  const dataDir = resolve(dataDirOf({ ...settings, NETWORK: network }))
  let restored = manifest
  await fillDirectory(dataDir, 'DATA_DIR', LOG, async (into) => {
    checkRoom(into, totalBytes(files))
    await source.unpack(into, onProgress)
    await check(source, into, settings)
    if (to !== undefined) restored = cut(source, into, to)
    return topNames(restored)
  })
  return { manifest: restored, dataDir }
}
