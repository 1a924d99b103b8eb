// `npm run restore -- FILE`: puts a snapshot, or the directory of a backup, into an empty DATA_DIR. Files get their names only
// after all hashes match the manifest and the digest computed from the rows matches too.
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { journalStart } from '../../fixtures/devnet/recording/journal.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { archiveManifest, damagedBackup, unpackBackup } from '../backup/archive.ts'
import { describeFile, JOURNAL } from '../backup/contents.ts'
import { checkRoom, fileProblem } from '../backup/file-problem.ts'
import { fillDirectory } from '../backup/fill-directory.ts'
import { inspect } from '../backup/inspect.ts'
import {
  type Manifest,
  modelsNameOf,
  readManifest,
  summaryOf,
  topNames,
  totalBytes,
} from '../backup/manifest.ts'
import { syncFile } from '../backup/sync-file.ts'
import { Progress } from '../cli/progress.ts'
import { loadOperations } from '../service/settings/configs.ts'
import { lockDirectory, lockPath } from '../service/settings/data-directory.ts'
import { dataDirOf, withClock, withStart } from '../service/settings/network.ts'
import { ownModelsOf } from '../service/settings/stored-data.ts'

interface Source {
  readonly path: string
  readonly manifest: Manifest
  /** Writes the files of the manifest. */
  unpack(into: string, onBytes: (bytes: number) => void): Promise<void>
}

const copyBackup = (
  from: string,
  { files }: Manifest,
  into: string,
  onBytes: (bytes: number) => void,
): void => {
  let copied = 0
  for (const { name, bytes } of files) {
    const path = join(into, name)
    mkdirSync(dirname(path), { recursive: true })
    if (!existsSync(join(from, name))) throw damagedBackup(from, `${name} is missing`)
    copyFileSync(join(from, name), path)
    syncFile(path)
    copied += bytes
    onBytes(copied)
  }
}

const openSource = async (path: string): Promise<Source> => {
  try {
    if (statSync(path).isDirectory()) {
      const manifest = readManifest(path)
      return { path, manifest, unpack: async (into, onBytes) => copyBackup(path, manifest, into, onBytes) }
    }
  } catch (error) {
    throw fileProblem(error, path) ?? error
  }
  const manifest = await archiveManifest(path)
  return { path, manifest, unpack: (into, onBytes) => unpackBackup(path, manifest, into, onBytes) }
}

/** Operations config with the network's clock. A devnet's clock is read from its blocks. */
const operationsOf = async (
  settings: Settings,
  { network }: Manifest,
  into: string,
): Promise<OperationsConfig> => {
  const operations = loadOperations(settings, network)
  const start = await journalStart(join(into, JOURNAL))
  return start === undefined ? withClock(settings, network, operations) : withStart(operations, start)
}

/** @throws {StartupError} when the files differ from the manifest */
const check = async ({ path, manifest }: Source, into: string, settings: Settings): Promise<void> => {
  for (const file of manifest.files) {
    const { bytes, sha256 } = await describeFile(into, file.name)
    if (bytes !== file.bytes || sha256 !== file.sha256)
      throw damagedBackup(path, `${file.name} is not the file that was backed up`)
  }
  const { network } = manifest
  const operations = await operationsOf(settings, manifest, into)
  const { tip, models, unchecked } = inspect(into, modelsNameOf(manifest), {
    network,
    operations,
    ownModels: ownModelsOf(settings),
  })
  const of = (value: unknown): string => JSON.stringify(value)
  if (of(tip) !== of(manifest.tip) || (models !== null && of(models) !== of(manifest.models)))
    throw damagedBackup(path, 'its blocks are not those that its manifest names')
  if (unchecked !== undefined) console.error(`the digest was not computed from the rows: ${unchecked}`)
}

/** @throws {StartupError} when the backup is damaged or of another network, or DATA_DIR is not empty */
export const restore = async (settings: Settings, path: string): Promise<void> => {
  const source = await openSource(resolve(path))
  const { manifest } = source
  const { network, files } = manifest
  if (settings.NETWORK !== undefined && settings.NETWORK !== network)
    throw new StartupError(
      `${path} is of ${network}, but NETWORK is ${settings.NETWORK}: choose another of the two`,
    )
  const dataDir = resolve(dataDirOf({ ...settings, NETWORK: network }))
  const progress = new Progress('restoring', 'MB')
  const whole = Math.round(totalBytes(files) / 1e6)
  let unlock: (() => void) | undefined
  try {
    await fillDirectory(dataDir, async (into) => {
      unlock = lockDirectory(dataDir)
      try {
        checkRoom(into, totalBytes(files))
        await source.unpack(into, (bytes) => progress.show(Math.round(bytes / 1e6), whole))
        await check(source, into, settings)
      } catch (error) {
        unlock()
        rmSync(lockPath(dataDir), { force: true })
        throw error
      }
      return topNames(manifest)
    })
  } finally {
    progress.end()
    unlock?.()
  }
  console.log(JSON.stringify({ ...summaryOf(manifest), dataDir }))
}
