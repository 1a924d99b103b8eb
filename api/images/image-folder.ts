// The images of launched tokens, each in a file named by its content id. A file is written whole or not at all, and the
// folder has a size: anybody may upload images without launching anything, so when it is full those that no launch names
// are removed, oldest first.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTENT_ID } from './content-id.ts'
import { type Image, type ImageType, imageTypeOf } from './image.ts'
import { turns } from './turns.ts'

export interface ImageFolderOptions {
  readonly directory: string
  /** Most bytes of all images. */
  readonly mostBytes: number
  /** Content ids that launched tokens name; asked when the folder is full. */
  readonly launched: () => ReadonlySet<string>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export interface StoredImage {
  readonly bytes: Buffer
  readonly mediaType: ImageType
}

/** No more images fit. */
export class FolderFull extends Error {
  override readonly name = 'FolderFull'
}

/** Files that are read at once: an image takes up to 5 MiB of memory until it is sent. */
const READS = 4

/** Milliseconds in which a launch is signed and gets onto the chain, with a margin: transactions are valid for two hours. */
const LAUNCHING = 3 * 60 * 60 * 1000

const isContentId = (text: string): boolean => new RegExp(CONTENT_ID).test(text)

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export class ImageFolder {
  /** Bytes of all images; undefined until they were counted. */
  #bytes: number | undefined
  readonly #writing = turns(1)
  readonly #reading = turns(READS)

  constructor(private readonly options: ImageFolderOptions) {}

  /**
   * Keeps an image; one that is there already is as new again.
   * @throws {FolderFull} when nothing can be removed for it
   * @throws {Error} of the file system
   */
  put(image: Image): Promise<void> {
    return this.#writing(() => this.#put(image))
  }

  /** @param cid anything; only content ids of images that are there find one */
  get(cid: string): Promise<StoredImage | undefined> {
    return isContentId(cid) ? this.#reading(() => this.#get(cid)) : Promise.resolve(undefined)
  }

  #path(name: string): string {
    return join(this.options.directory, name)
  }

  async #get(cid: string): Promise<StoredImage | undefined> {
    try {
      const bytes = await readFile(this.#path(cid))
      const mediaType = imageTypeOf(bytes)
      return mediaType && { bytes, mediaType }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async #put({ cid, bytes }: Image): Promise<void> {
    const now = this.options.clock() / 1000
    try {
      await utimes(this.#path(cid), now, now)
      return
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    this.#bytes ??= await this.#count()
    await this.#makeRoom(bytes.length)
    const part = this.#path(`${randomUUID()}.part`)
    try {
      const file = await open(part, 'wx')
      try {
        await file.writeFile(bytes)
        await file.utimes(now, now)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, this.#path(cid))
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    this.#bytes += bytes.length
  }

  /** Makes the folder, removes what a crash left half written, and counts. */
  async #count(): Promise<number> {
    const { directory } = this.options
    await mkdir(directory, { recursive: true })
    let bytes = 0
    for (const name of await readdir(directory))
      if (name.endsWith('.part')) await rm(this.#path(name), { force: true })
      else if (isContentId(name)) bytes += (await stat(this.#path(name))).size
    return bytes
  }

  async #makeRoom(needed: number): Promise<void> {
    const { directory, mostBytes, launched, clock } = this.options
    const isFull = (): boolean => (this.#bytes ?? 0) + needed > mostBytes
    if (!isFull()) return
    const kept = launched()
    const files: { readonly path: string; readonly size: number; readonly time: number }[] = []
    for (const name of await readdir(directory)) {
      if (!isContentId(name) || kept.has(name)) continue
      const { size, mtimeMs: time } = await stat(this.#path(name))
      if (time < clock() - LAUNCHING) files.push({ path: this.#path(name), size, time })
    }
    for (const { path, size } of files.sort((a, b) => a.time - b.time)) {
      if (!isFull()) return
      await rm(path)
      this.#bytes = (this.#bytes ?? 0) - size
    }
    if (isFull()) throw new FolderFull(`the images take ${mostBytes} bytes, all of launched or recent tokens`)
  }
}
