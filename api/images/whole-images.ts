// Compares the files of images with their names, which are content ids. A file is compared when it is first read, when it has changed, and
// daily, since a damaged disk changes bytes without changing the file's time. A damaged file is renamed, so it is no longer served.
import { type Stats, statSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import type { Uptime } from '../../schema/platform/clocks.ts'
import { limitConcurrency } from '../../schema/platform/limit-concurrency.ts'
import { isMissing, unlessMissing } from '../../schema/platform/storage-error.ts'
import { contentIdOf } from './content-id.ts'

const COMPARISON_INTERVAL_MS = 24 * 60 * 60 * 1000

/** An image takes up to 5 MiB of memory. */
const MAX_READS = 4

const DAMAGED = '.damaged'

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** @returns undefined if there is no file */
export const statOf = (path: string): Promise<Stats | undefined> => unlessMissing(stat(path))

interface WholeImagesOptions {
  readonly directory: string
  readonly uptime: () => Uptime
  /** Called with a sentence about the damaged image. */
  readonly onDamage?: ((problem: string) => void) | undefined
}

export class WholeImages {
  /** Times are those of `uptime`. */
  readonly #compared = new Map<string, { readonly file: string; readonly at: number }>()
  readonly #reading = limitConcurrency(MAX_READS)
  /** Content ids of images that were set aside and not stored again. */
  damaged: readonly string[] = []
  readonly #options: WholeImagesOptions

  constructor(options: WholeImagesOptions) {
    this.#options = options
  }

  /**
   * Any process may have set files aside.
   * @param names in the folder
   */
  look(names: readonly string[]): void {
    this.damaged = names.flatMap((name) => (name.endsWith(DAMAGED) ? [name.slice(0, -DAMAGED.length)] : []))
  }

  /** The image is stored again. */
  async repaired(cid: string): Promise<void> {
    await rm(`${this.#options.directory}/${cid}${DAMAGED}`, { force: true })
    this.damaged = this.damaged.filter((name) => name !== cid)
  }

  /** @param given the image's bytes, which are then compared at once */
  async has(cid: string, given?: Uint8Array): Promise<boolean> {
    const { directory, uptime, onDamage } = this.#options
    const path = `${directory}/${cid}`
    const stats = await statOf(path)
    const [file, now] = [`${stats?.ino}/${stats?.size}/${stats?.mtimeMs}`, uptime()]
    const known = this.#compared.get(cid)
    if (stats === undefined) return false
    if (given === undefined && known?.file === file && now - known.at < COMPARISON_INTERVAL_MS) return true
    try {
      const bytes = await this.read(path)
      if (given === undefined ? (await contentIdOf(bytes)) === cid : bytes.equals(given)) {
        this.#compared.set(cid, { file, at: now })
        return true
      }
      await rename(path, path + DAMAGED)
      this.damaged = [...this.damaged, cid]
      onDamage?.(`the image ${cid} is not the one with this id`)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    return false
  }

  read(path: string): Promise<Buffer> {
    return this.#reading(() => readFile(path))
  }
}
