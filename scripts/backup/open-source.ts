// What a restore reads: the directory of a backup, or a snapshot in one file.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { archiveManifest, damagedBackup, unpackBackup } from './archive.ts'
import { fileProblem } from './file-problem.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { copySynced } from './sync-file.ts'

export interface Source {
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
    if (!copySynced(join(from, name), join(into, name))) throw damagedBackup(from, `${name} is missing`)
    copied += bytes
    onBytes(copied)
  }
}

/** @throws {StartupError} when there is no backup at the path */
export const openSource = async (path: string): Promise<Source> => {
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
