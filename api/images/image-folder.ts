// The images of launched tokens, each in a file named by its content id. A file is written whole or not at all, and the
// folder has a size: anybody may upload images without launching anything, so those that no launch names are removed when
// the time for it is over, and when the folder is full. Several processes may use one folder: they never write to the same file, and expect any file
// to be gone.
import { randomUUID } from 'node:crypto'
import { type Stats, statSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { turns } from '../../schema/platform/turns.ts'
import { CONTENT_ID } from './content-id.ts'
import { type Image, type ImageType, imageTypeOf, SIGNATURE_BYTES } from './image.ts'

export interface ImageFolderOptions {
  readonly directory: string
  /** Most bytes of all images. */
  readonly mostBytes: number
  /** Content ids that launched tokens name; undefined while that is not known. */
  readonly launched: () => ReadonlySet<string> | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export interface StoredImage {
  readonly bytes: Buffer
  readonly mediaType: ImageType
}

/** An image that is read in pieces. */
export interface OpenImage {
  readonly mediaType: ImageType
  /** In bytes. */
  readonly length: number
  /** Fills the memory with the image's bytes from an offset on. @throws {Error} when it is gone */
  read(memory: Buffer, offset: number): Promise<void>
}

/** No more images fit. */
export class FolderFull extends Error {
  override readonly name = 'FolderFull'
}

/** Files that are read at once: an image takes up to 5 MiB of memory until it is sent. */
const READS = 4

/** Milliseconds after which the images are counted again: other processes write into the folder too. */
const COUNTED = 60_000

/** Milliseconds after which a file is taken for one that a crash left half written. */
const LEFT_OVER = 60 * 60 * 1000

/** Milliseconds in which a launch is signed and gets onto the chain, with a margin: transactions are valid for two hours. */
const LAUNCHING = 3 * 60 * 60 * 1000

const contentId = new RegExp(CONTENT_ID)
const isContentId = (text: string): boolean => contentId.test(text)

const markName = (cid: string): string => `${cid}.pinned`

/** A file is opened for each piece: clients that read slowly keep none open. */
const readAt = async (path: string, memory: Buffer, offset: number): Promise<void> => {
  const file = await open(path)
  try {
    const { bytesRead } = await file.read(memory, 0, memory.length, offset)
    if (bytesRead < memory.length) throw new Error(`${path} is shorter than it was`)
  } finally {
    await file.close()
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export class ImageFolder {
  /** Bytes of all images when they were counted, with what was put and removed here since. */
  #bytes = 0
  /** When they were counted. */
  #countedAt = Number.NEGATIVE_INFINITY
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

  /** @param cid anything; only content ids of images that are there find one */
  async open(cid: string): Promise<OpenImage | undefined> {
    const file = isContentId(cid) ? await this.#statOf(cid) : undefined
    if (file === undefined) return undefined
    const path = this.#path(cid)
    const start = Buffer.alloc(Math.min(file.size, SIGNATURE_BYTES))
    await readAt(path, start, 0)
    const mediaType = imageTypeOf(start)
    return (
      mediaType && { mediaType, length: file.size, read: (memory, offset) => readAt(path, memory, offset) }
    )
  }

  /**
   * Looks at once, in a microsecond or two: two hundred promises of the file system hold up others for tens of milliseconds.
   * @param cid anything; true only for content ids of images that are there
   */
  has(cid: string): boolean {
    return isContentId(cid) && statSync(this.#path(cid), { throwIfNoEntry: false }) !== undefined
  }

  /** Mark of an image; undefined when it has none. */
  async markOf(cid: string): Promise<string | undefined> {
    try {
      return await readFile(this.#path(markName(cid)), 'utf8')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** Writes a text beside an image, which goes with it: where it is pinned. */
  async mark(cid: string, text: string): Promise<void> {
    await writeFile(this.#path(markName(cid)), text)
  }

  #path(name: string): string {
    return join(this.options.directory, name)
  }

  /**
   * Removes the images that no launch names and that are too old to get into one.
   * @returns content ids of those that launches name, and that `isDone` does not say; undefined while it is not known
   */
  async launched(isDone: (cid: string) => boolean): Promise<string[] | undefined> {
    const names = (await this.#names()).filter((name) => !isDone(name))
    const kept = names.length === 0 ? new Set<string>() : this.options.launched()
    if (kept === undefined) return undefined
    await this.#writing(async () => {
      for (const { name, size } of await this.#outdated(names.filter((name) => !kept.has(name))))
        if (await this.#remove(name)) this.#bytes -= size
    })
    return names.filter((name) => kept.has(name))
  }

  /** Content ids of the images that are there. */
  async #names(): Promise<string[]> {
    try {
      return (await readdir(this.options.directory)).filter(isContentId)
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  /** The images among these that are too old to get into a launch, oldest first. */
  async #outdated(names: readonly string[]): Promise<readonly { name: string; size: number }[]> {
    const old: { readonly name: string; readonly size: number; readonly time: number }[] = []
    for (const name of names) {
      const file = await this.#statOf(name)
      if (file !== undefined && file.mtimeMs < this.options.clock() - LAUNCHING)
        old.push({ name, size: file.size, time: file.mtimeMs })
    }
    return old.sort((a, b) => a.time - b.time)
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
    if (this.options.clock() - this.#countedAt >= COUNTED) await this.#count()
    await this.#makeRoom(bytes.length)
    const part = this.#partPath()
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

  #partPath(): string {
    return this.#path(`${randomUUID()}.part`)
  }

  /** Makes the folder, removes what a crash left half written, and counts. */
  async #count(): Promise<void> {
    const { directory, clock } = this.options
    await mkdir(directory, { recursive: true })
    let bytes = 0
    for (const name of await readdir(directory)) {
      const file = await this.#statOf(name)
      if (file === undefined) continue
      if (isContentId(name)) bytes += file.size
      else if (name.endsWith('.part') && file.mtimeMs < clock() - LEFT_OVER)
        await rm(this.#path(name), { force: true })
    }
    this.#bytes = bytes
    this.#countedAt = clock()
  }

  /** Undefined when it is gone. */
  async #statOf(name: string): Promise<Stats | undefined> {
    try {
      return await stat(this.#path(name))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async #makeRoom(needed: number): Promise<void> {
    const { mostBytes, launched } = this.options
    const isFull = (): boolean => this.#bytes + needed > mostBytes
    if (!isFull()) return
    await this.#count()
    if (!isFull()) return
    const kept = launched()
    if (kept === undefined)
      throw new FolderFull('which images are launched is known once the models are near the tip')
    for (const { name, size } of await this.#outdated(
      (await this.#names()).filter((name) => !kept.has(name)),
    )) {
      if (!isFull()) return
      if (await this.#remove(name)) this.#bytes -= size
    }
    if (isFull()) throw new FolderFull(`the images take ${mostBytes} bytes, all of launched or recent tokens`)
  }

  /**
   * Removes an image unless it was put again meanwhile, by another process: so it is taken out of the way first, after
   * which whoever puts it writes it again.
   * @returns whether it is gone
   */
  async #remove(name: string): Promise<boolean> {
    const part = this.#partPath()
    try {
      await rename(this.#path(name), part)
      const { mtimeMs } = await stat(part)
      if (mtimeMs >= this.options.clock() - LAUNCHING) {
        await rename(part, this.#path(name))
        return false
      }
      await rm(part)
      await rm(this.#path(markName(name)), { force: true })
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    return true
  }
}
