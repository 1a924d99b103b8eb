// `npm run snapshot -- FILE`: makes a backup in one compressed file, to copy a synced state to another machine. The service may be running
// on the same DATA_DIR. Prints the manifest without its list of files, and the file's hash. With a key, it signs the file.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { packBackup } from '../backup/archive.ts'
import { describeFile, hashOfFile } from '../backup/contents.ts'
import { fileProblem } from '../backup/file-problem.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { summaryOf, totalBytes } from '../backup/manifest.ts'
import { secretKeyOf, signatureOf } from '../backup/minisign.ts'
import { syncFile } from '../backup/sync-file.ts'
import { Progress } from '../cli/progress.ts'
import { storedData } from '../service/settings/stored-data.ts'

/** Makes a temporary directory on the same disk as the snapshot's path. */
const makeWorkplace = (file: string): string => {
  const directory = `${file}.partial`
  if (existsSync(file))
    throw new StartupError(`${file} exists: choose another name, for example with the date`)
  if (existsSync(directory))
    throw new StartupError(
      `${directory} belongs to a snapshot that is being made or was interrupted: remove the directory, or choose another name`,
    )
  mkdirSync(directory)
  return directory
}

const readKey = (path: string | undefined): ReturnType<typeof secretKeyOf> | undefined => {
  if (path === undefined) return undefined
  try {
    return secretKeyOf(readFileSync(path, 'utf8'), path)
  } catch (error) {
    throw fileProblem(error, path) ?? error
  }
}

/** @throws {StartupError} if there is no log, or the file exists or cannot be written */
export const snapshot = async (settings: Settings, path: string): Promise<void> => {
  const { network, operations, ownModels, dataDir } = await storedData(settings)
  const file = resolve(path)
  const key = readKey(settings.SNAPSHOT_SIGNING_KEY)
  let directory: string | undefined
  try {
    directory = makeWorkplace(file)
    const into = join(directory, 'backup')
    mkdirSync(into)
    const copying = new Progress('copying', 'MB')
    const manifest = await makeBackup({
      dataDir,
      network,
      operations,
      ownModels,
      into,
      onProgress: copying.show,
      onNotice: copying.note,
    })
    copying.end()
    const packing = new Progress('packing', 'MB')
    const whole = totalBytes(manifest.files)
    const archive = join(directory, basename(file))
    await packBackup(into, manifest, archive, (bytes) => packing.show(bytes, whole))
    packing.end()
    const { bytes, sha256 } = await describeFile(directory, basename(file))
    if (key !== undefined) {
      const comment = `timestamp:${Math.floor(Date.now() / 1_000)}\tfile:${basename(file)}\thashed`
      // The signature comes first, so no snapshot lacks its signature.
      writeFileSync(`${file}.minisig`, signatureOf(await hashOfFile(archive, 'blake2b512'), key, comment))
    }
    renameSync(archive, file)
    syncFile(dirname(file))
    console.log(JSON.stringify({ ...summaryOf(manifest), snapshot: { bytes, sha256 } }))
  } catch (error) {
    throw fileProblem(error, file) ?? error
  } finally {
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true })
  }
}
