// Files of a published directory. Each is written under another name first and then renamed, so that no reader finds a partial
// file; the manifest, which names the others, is written last.
import { mkdirSync, statfsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { REPORT_INTERVAL_MS } from '../../../schema/reports.ts'
import { MANIFEST, unpacked } from './layout.ts'
import { GRACE_MS, isMissing, type PublishedStore } from './published-store.ts'

const zip = promisify(gzip)

export class PublishedFiles implements PublishedStore {
  readonly reportInterval = REPORT_INTERVAL_MS
  readonly #directory: string

  /** Makes the directory. */
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true })
    this.#directory = directory
  }

  async readManifest(): Promise<string | undefined> {
    try {
      return await readFile(join(this.#directory, MANIFEST), 'utf8')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async read(name: string): Promise<{ readonly text: string; readonly bytes: number }> {
    const packed = await readFile(join(this.#directory, name))
    return { text: await unpacked(name, packed), bytes: packed.length }
  }

  async write(name: string, text: string): Promise<number> {
    const packed = await zip(text)
    await this.#write(name, packed)
    return packed.length
  }

  writeManifest(text: string): Promise<void> {
    return this.#write(MANIFEST, Buffer.from(text))
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
      // Fails for a folder that is not empty.
      await rmdir(join(this.#directory, folder.name)).catch(() => {})
    }
  }

  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.#directory, name)
    mkdirSync(dirname(path), { recursive: true })
    const unfinished = `${path}.part`
    const file = await open(unfinished, 'w')
    try {
      await file.writeFile(bytes)
      // A manifest that survives a power cut must not name files that were lost.
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  }
}

/** Free bytes on the disk of a directory. Null if the directory does not exist yet, or the system does not report it. */
export const freeBytesOf = (directory: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return null
  }
}
