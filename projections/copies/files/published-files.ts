// Files of a published directory. Each file is written under a temporary name and then renamed, so readers never find a partial file. The
// manifest names the other files, and is written last.
import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import { readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unlessMissing } from '../../../schema/platform/storage-error.ts'
import { REPORT_INTERVAL_MS } from '../../../schema/reports.ts'
import { MANIFEST } from './layout.ts'
import { GRACE_MS, type PublishedStore } from './published-store.ts'

export class PublishedFiles implements PublishedStore {
  readonly reportInterval = REPORT_INTERVAL_MS
  readonly #directory: string

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true })
    this.#directory = directory
  }

  async readManifest(): Promise<string | undefined> {
    return (await this.read(MANIFEST))?.toString('utf8')
  }

  read(name: string): Promise<Buffer | undefined> {
    return unlessMissing(readFile(join(this.#directory, name)))
  }

  async has(name: string): Promise<boolean> {
    return existsSync(join(this.#directory, name))
  }

  writeManifest(text: string): Promise<void> {
    return this.write(MANIFEST, Buffer.from(text))
  }

  async sweep(isKept: (name: string) => boolean): Promise<void> {
    const before = Date.now() - GRACE_MS
    for (const folder of await readdir(this.#directory, { withFileTypes: true })) {
      if (!folder.isDirectory() || !/^[0-9a-f]{16}$/.test(folder.name)) continue
      for (const file of await readdir(join(this.#directory, folder.name))) {
        const name = `${folder.name}/${file}`
        const path = join(this.#directory, name)
        if (!isKept(name) && (await stat(path)).mtimeMs < before) await rm(path)
      }
      // Fails if the folder is not empty.
      await rmdir(join(this.#directory, folder.name)).catch(() => {})
    }
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.#directory, name)
    mkdirSync(dirname(path), { recursive: true })
    const unfinished = `${path}.part`
    try {
      // Without a flush, a manifest could survive a power cut while files that it names are lost.
      await writeFile(unfinished, bytes, { flush: true })
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.#directory, name), { force: true })
  }
}

/** Null if the directory does not exist yet, or the system does not report free bytes. */
export const freeBytesOf = (directory: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return null
  }
}
