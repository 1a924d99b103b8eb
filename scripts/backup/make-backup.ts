// Makes a backup of a data directory and checks it. A service may be running on the directory.
import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { servingModels } from '../../projections/engine/file/serving-models.ts'
import { StartupError } from '../../schema/errors.ts'
import { serviceVersion } from '../cli/version.ts'
import { checkLog, logPath } from '../service/settings/data-directory.ts'
import { describeFile, imageNames, JOURNAL, LOG } from './contents.ts'
import { checkCopy, copyDatabase, databaseBytes } from './copy-database.ts'
import { checkRoom } from './file-problem.ts'
import { inspect, type Rules } from './inspect.ts'
import { type Manifest, newManifest, totalBytes, writeManifest } from './manifest.ts'
import { copySynced } from './sync-file.ts'

export interface MakeBackup extends Rules {
  readonly dataDir: string
  readonly into: string
  /** Called with the number of copied bytes and of all bytes. */
  readonly onProgress?: (done: number, whole: number) => void
  readonly onNotice?: (line: string) => void
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

/**
 * Copies the models first. The log only grows, so its later copy has every block of the models.
 * @throws {StartupError} if there is no log, or too little free space
 * @throws {StorageError} if a file cannot be read or written, or is damaged
 */
export const makeBackup = async (options: MakeBackup): Promise<Manifest> => {
  const { dataDir, into, network, onProgress = () => {}, onNotice = () => {} } = options
  checkLog(dataDir)
  const models = servingModels(dataDir)
  const modelsName = models === undefined ? undefined : basename(models.path)
  const databases = [
    ...(models === undefined ? [] : [{ path: models.path, kind: 'models' as const }]),
    { path: logPath(dataDir), kind: 'log' as const },
  ].map(({ path, kind }) => ({ path, kind, bytes: databaseBytes(path, kind) }))
  const others = [...imageNames(dataDir), JOURNAL]
  const whole = totalBytes(databases)
  checkRoom(
    into,
    others.reduce((sum, name) => sum + sizeOf(join(dataDir, name)), whole),
  )

  let done = 0
  for (const { path, kind, bytes } of databases) {
    await copyDatabase(path, join(into, basename(path)), kind, (share) =>
      onProgress(done + share * bytes, whole),
    )
    done += bytes
  }
  // The file of the devnet's blocks only grows, so it is copied last.
  const copied = others.filter((name) => copySynced(join(dataDir, name), join(into, name)))

  onNotice('checking the copy')
  for (const { path, kind } of databases) checkCopy(join(into, basename(path)), kind)
  const { tip, models: at, layouts, unchecked } = inspect(into, modelsName, options)
  if (tip === null) throw new StartupError(`the log in ${dataDir} has no block yet`)
  if (at === null) onNotice('models are not included: they will be folded from the log')
  if (unchecked !== undefined) onNotice(`the digest was not computed from the rows: ${unchecked}`)
  const names = [LOG, ...(at === null || modelsName === undefined ? [] : [modelsName]), ...copied]
  const files = []
  for (const name of names) files.push(await describeFile(into, name))
  const manifest = newManifest({
    madeAt: new Date().toISOString(),
    network,
    versions: { service: serviceVersion, ...layouts },
    tip,
    models: at,
    files,
  })
  writeManifest(into, manifest)
  return manifest
}
