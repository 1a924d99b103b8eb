// Source of a restore: the directory of a backup, or a snapshot in one file, which may be fetched over HTTP.
import { rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { printUrl } from '../../schema/platform/print-url.ts'
import { archiveManifest, damagedBackup, unpackBackup } from './archive.ts'
import { describeFile } from './contents.ts'
import { fetchManifest, fetchSnapshot } from './fetch-snapshot.ts'
import { fileProblem } from './file-problem.ts'
import { FETCHED } from './fill-directory.ts'
import { type Manifest, readManifest, totalBytes } from './manifest.ts'
import { copySynced } from './sync-file.ts'

export interface Source {
  readonly path: string
  readonly manifest: Manifest
  /** Writes the files of the manifest. */
  unpack(into: string, onProgress: OnProgress): Promise<void>
}

/** Gets the current step, and the number of its done bytes and of all bytes. */
export type OnProgress = (what: 'fetching' | 'restoring', done: number, whole: number) => void

const copyBackup = (from: string, { files }: Manifest, into: string, onProgress: OnProgress): void => {
  let copied = 0
  for (const { name, bytes } of files) {
    if (!copySynced(join(from, name), join(into, name))) throw damagedBackup(from, `${name} is missing`)
    copied += bytes
    onProgress('restoring', copied, totalBytes(files))
  }
}

const unpackArchive = (
  archive: { readonly file: string; readonly path: string },
  manifest: Manifest,
  into: string,
  onProgress: OnProgress,
): Promise<void> =>
  unpackBackup(archive, manifest, into, (bytes) => onProgress('restoring', bytes, totalBytes(manifest.files)))

/** @param given the URL, optionally with the archive's hash after `#sha256=` */
const openUrl = async (given: string): Promise<Source> => {
  const [url = '', sha256] = given.split('#sha256=')
  const path = `the file at ${printUrl(url)}`
  const found = await fetchManifest(url)
  return {
    path,
    manifest: found.manifest,
    async unpack(into, onProgress) {
      const fetched = join(dirname(into), FETCHED)
      const file = await fetchSnapshot(url, found, fetched, (bytes) =>
        onProgress('fetching', bytes, found.bytes),
      )
      try {
        if (sha256 !== undefined && (await describeFile(fetched, basename(file))).sha256 !== sha256)
          throw damagedBackup(path, 'it is not the file with that SHA-256')
        await unpackArchive({ file, path }, found.manifest, into, onProgress)
      } finally {
        // The next attempt fetches a damaged snapshot again from its beginning.
        rmSync(fetched, { recursive: true })
      }
    },
  }
}

/**
 * @param given path of a file or directory, or a URL
 * @throws {StartupError} when there is no backup at the path
 */
export const openSource = async (given: string): Promise<Source> => {
  if (/^https?:/.test(given)) return openUrl(given)
  const path = resolve(given)
  try {
    if (statSync(path).isDirectory()) {
      const manifest = readManifest(path)
      return {
        path,
        manifest,
        unpack: async (into, onProgress) => copyBackup(path, manifest, into, onProgress),
      }
    }
  } catch (error) {
    throw fileProblem(error, path) ?? error
  }
  const manifest = await archiveManifest(path)
  return {
    path,
    manifest,
    unpack: (into, onProgress) => unpackArchive({ file: path, path }, manifest, into, onProgress),
  }
}
