// The images of launched tokens, each in a file named by content id. A file is written whole or not at all. The folder has a maximum size.
// Anybody may upload an image without launching a token, so images that no launch names are removed three hours after upload. Several
// processes may use one folder: no two of them write the same file, and each process expects that another process may remove a file.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import type { TimeOfDay, Uptime } from '../../schema/platform/clocks.ts'
import { limitConcurrency } from '../../schema/platform/limit-concurrency.ts'
import { isMissing, unlessMissing } from '../../schema/platform/storage-error.ts'
import { invalidInput } from '../http/check/validation.ts'
import { readAt } from '../http/route/streamed.ts'
import { sealed, unsealed } from '../sealed.ts'
import { CONTENT_ID } from './content-id.ts'
import { type Image, type ImageType, imageTypeOf, MAX_IMAGE_BYTES, SIGNATURE_BYTES } from './image.ts'
import { COPY_TYPE, type Copies, copyName, isCopyName, SIDES, type Side } from './image-copies.ts'
import { isFile, statOf, WholeImages } from './whole-images.ts'

export interface ImageFolderOptions {
  readonly directory: string
  readonly mostBytes: number
  /** Content ids in the launches on the chain; undefined if they are unknown. */
  readonly launched: () => ReadonlySet<string> | undefined
  readonly clock: () => TimeOfDay
  readonly uptime: () => Uptime
  /** Called with a sentence about the damaged image. */
  readonly onDamage?: (problem: string) => void
  /**
   * Undefined if the image cannot be decoded. Without this function, images have no copies. The function reads the file itself, because
   * passing 5 MB to another process would delay other requests.
   */
  readonly scale?: (path: string) => Promise<Copies | undefined>
}

interface StoredImage {
  readonly bytes: Buffer
  readonly mediaType: ImageType
}

export interface OpenImage {
  readonly mediaType: ImageType | typeof COPY_TYPE
  readonly length: number
  /** @throws {Error} if the file was removed */
  read(memory: Buffer, offset: number): Promise<void>
}

class FolderFull extends Error {
  override readonly name = 'FolderFull'
}

/** Other processes also write into the folder, so the bytes are counted again after this time. */
const COUNT_INTERVAL_MS = 60_000

/** Older `.part` files were left by a crash. */
const PART_LIFETIME_MS = 60 * 60 * 1000

/** An uploaded image's launch must be on the chain within this time. Transactions are valid for two hours. */
const LAUNCH_TIME_MS = 3 * 60 * 60 * 1000

const contentId = new RegExp(CONTENT_ID)
const isContentId = (text: string): boolean => contentId.test(text)

const bytesOf = (copies: Copies): number => SIDES.reduce((sum, side) => sum + copies[side].length, 0)

const UNDECODABLE = 'image cannot be decoded: save it again as PNG, JPEG or GIF'

const markName = (cid: string): string => `${cid}.pinned`

export class ImageFolder {
  /** The last count, plus what this process wrote and removed since then. */
  #bytes = 0
  #countedAt = Number.NEGATIVE_INFINITY
  /** Stored recently by this process. Times are those of `uptime`. */
  readonly #storedAt = new Map<string, number>()
  readonly #images: WholeImages
  readonly #writing = limitConcurrency(1)
  readonly #completing = new Map<string, Promise<void>>()
  /** Earlier versions of the service stored images that cannot be decoded. They have no small copies. */
  readonly #copyless = new Set<string>()
  readonly #options: ImageFolderOptions

  constructor(options: ImageFolderOptions) {
    this.#options = options
    const { directory, onDamage, uptime } = options
    this.#images = new WholeImages({ directory, onDamage, uptime })
  }

  /**
   * Makes room for the largest image, writes a small file in the same way as an image, and removes it. A full folder nearly always has room
   * for a small file.
   * @throws {FolderFull}; {Error} from the file system
   */
  async probe(): Promise<void> {
    await this.#writing(async () => {
      await rm(await this.#begin(Buffer.alloc(1), MAX_IMAGE_BYTES))
      this.#bytes -= 1
    })
  }

  /**
   * If the folder already has these bytes, only the file's time is updated.
   * @throws {ApiError} INVALID_PARAMS if the image cannot be decoded, SERVICE_UNAVAILABLE if too many images wait for decoding
   * @throws {FolderFull} if no image can be removed to make room
   * @throws {Error} from the file system
   */
  async put({ cid, bytes }: Image): Promise<void> {
    const { scale } = this.#options
    this.#storedAt.set(cid, this.#options.uptime())
    const part = await this.#writing(async () =>
      (await this.#images.has(cid, bytes)) && (await this.#touch(cid)) ? undefined : this.#begin(bytes),
    )
    if (part === undefined) {
      void this.completeCopies(cid).catch(() => {})
      return
    }
    try {
      const copies = await scale?.(part)
      if (scale !== undefined && copies === undefined) throw invalidInput(UNDECODABLE)
      await this.#writing(async () => {
        if (copies !== undefined) await this.#writeCopies(cid, copies)
        await rename(part, this.#path(cid))
        await this.#images.repaired(cid)
      })
    } catch (error) {
      this.#bytes -= bytes.length
      await rm(part, { force: true })
      throw error
    }
  }

  /** Content ids of images that were set aside as damaged, and not stored again. */
  get damaged(): readonly string[] {
    return this.#images.damaged
  }

  isWhole(cid: string): Promise<boolean> {
    return this.#images.has(cid)
  }

  /**
   * Backups contain no copies, and earlier versions of the service made none for some images. Nothing is made in a full folder.
   * @throws {ApiError} SERVICE_UNAVAILABLE if too many images wait for decoding
   */
  completeCopies(cid: string): Promise<void> {
    const names = SIDES.map((side) => copyName(cid, side))
    if (
      this.#copyless.has(cid) ||
      !isFile(this.#path(cid)) ||
      names.every((name) => isFile(this.#path(name)))
    )
      return Promise.resolve()
    const known = this.#completing.get(cid)
    if (known !== undefined) return known
    const completing = this.#complete(cid).finally(() => this.#completing.delete(cid))
    this.#completing.set(cid, completing)
    return completing
  }

  async #complete(cid: string): Promise<void> {
    if (!(await this.isWhole(cid))) return
    const { scale, mostBytes } = this.#options
    const copies = await scale?.(this.#path(cid))
    // Each attempt to decode an image may take seconds of processor time.
    if (copies === undefined) this.#copyless.add(cid)
    await this.#writing(async () => {
      if (copies !== undefined && isFile(this.#path(cid)) && this.#bytes + bytesOf(copies) <= mostBytes)
        await this.#writeCopies(cid, copies)
    })
  }

  /** @returns undefined if `cid`, which may be any text, is not the id of a stored image */
  async get(cid: string): Promise<StoredImage | undefined> {
    if (!isContentId(cid) || !(await this.isWhole(cid))) return undefined
    const bytes = await this.#images.read(this.#path(cid))
    const mediaType = imageTypeOf(bytes)
    return mediaType && { bytes, mediaType }
  }

  /**
   * @param side side length of a small copy
   * @returns undefined if there is none
   */
  async open(cid: string, side?: Side): Promise<OpenImage | undefined> {
    if (!isContentId(cid)) return undefined
    if (side !== undefined) return (await this.#openedCopy(cid, side)) ?? this.#openedCopy(cid, side)
    return (await this.isWhole(cid)) ? this.#opened(cid) : undefined
  }

  /** A damaged copy is removed, and then made again. */
  async #openedCopy(cid: string, side: Side): Promise<OpenImage | undefined> {
    await this.completeCopies(cid)
    const path = this.#path(copyName(cid, side))
    const bytes = await readFile(path).then(unsealed, () => undefined)
    if (bytes === undefined) await rm(path, { force: true })
    const read = async (memory: Buffer, offset: number): Promise<void> => void bytes?.copy(memory, 0, offset)
    return bytes && { mediaType: COPY_TYPE, length: bytes.length, read }
  }

  async #opened(name: string): Promise<OpenImage | undefined> {
    const file = await statOf(this.#path(name))
    if (file === undefined) return undefined
    const path = this.#path(name)
    const start = Buffer.alloc(Math.min(file.size, SIGNATURE_BYTES))
    await readAt(path, start, 0)
    const mediaType = imageTypeOf(start)
    const read = (memory: Buffer, offset: number) => readAt(path, memory, offset)
    return mediaType && { mediaType, length: file.size, read }
  }

  /**
   * `cid` may be any text. Synchronous, in one or two microseconds: 200 asynchronous calls of the file system would delay other requests by
   * tens of milliseconds.
   */
  has(cid: string): boolean {
    return isContentId(cid) && isFile(this.#path(cid))
  }

  markOf(cid: string): Promise<string | undefined> {
    return unlessMissing(readFile(this.#path(markName(cid)), 'utf8'))
  }

  /** The file says at which service the image is pinned, and is removed with the image. */
  async mark(cid: string, text: string): Promise<void> {
    await writeFile(this.#path(markName(cid)), text)
  }

  #path(name: string): string {
    return `${this.#options.directory}/${name}`
  }

  /**
   * Removes images that are so old that no launch will name them.
   * @returns content ids in launches for which `isDone` is false; undefined if the launches are unknown
   */
  async launched(isDone: (cid: string) => boolean): Promise<string[] | undefined> {
    const names = (await this.#names()).filter((name) => !isDone(name))
    const kept = names.length === 0 ? new Set<string>() : this.#options.launched()
    if (kept === undefined) return undefined
    await this.#writing(async () => {
      for (const { name, size } of await this.#outdated(names.filter((name) => !kept.has(name))))
        if (await this.#remove(name)) this.#bytes -= size
    })
    return names.filter((name) => kept.has(name))
  }

  async #names(): Promise<string[]> {
    const names = await unlessMissing(readdir(this.#options.directory))
    if (names === undefined) return []
    this.#images.look(names)
    return names.filter(isContentId)
  }

  /** This process stored the image so recently that its launch may follow. */
  #isRecent(name: string): boolean {
    const at = this.#storedAt.get(name)
    if (at === undefined) return false
    if (this.#options.uptime() - at < LAUNCH_TIME_MS) return true
    this.#storedAt.delete(name)
    return false
  }

  /** Oldest first. No launch will name them any more. */
  async #outdated(names: readonly string[]): Promise<readonly { name: string; size: number }[]> {
    const old: { readonly name: string; readonly size: number; readonly time: number }[] = []
    for (const name of names) {
      const file = await statOf(this.#path(name))
      if (
        file !== undefined &&
        file.mtimeMs < this.#options.clock() - LAUNCH_TIME_MS &&
        !this.#isRecent(name)
      )
        old.push({ name, size: file.size, time: file.mtimeMs })
    }
    return old.sort((a, b) => a.time - b.time)
  }

  /** @returns whether the folder has the image */
  async #touch(name: string): Promise<boolean> {
    const now = this.#options.clock() / 1000
    const touched = utimes(this.#path(name), now, now).then(() => true)
    return (await unlessMissing(touched)) ?? false
  }

  /** @returns path of a temporary file */
  async #begin(bytes: Uint8Array, room = bytes.length): Promise<string> {
    if (this.#options.uptime() - this.#countedAt >= COUNT_INTERVAL_MS) await this.#count()
    await this.#makeRoom(room)
    return this.#writePart(bytes)
  }

  async #writeCopies(cid: string, copies: Copies): Promise<void> {
    await this.#makeRoom(bytesOf(copies))
    for (const side of SIDES)
      await rename(await this.#writePart(sealed(copies[side])), this.#path(copyName(cid, side)))
  }

  async #writePart(bytes: Uint8Array): Promise<string> {
    const part = this.#partPath()
    const now = this.#options.clock() / 1000
    try {
      const file = await open(part, 'wx')
      try {
        await file.writeFile(bytes)
        await file.utimes(now, now)
        await file.sync()
      } finally {
        await file.close()
      }
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    this.#bytes += bytes.length
    return part
  }

  #partPath(): string {
    return this.#path(`${randomUUID()}.part`)
  }

  /** Also creates the folder and removes old `.part` files. */
  async #count(): Promise<void> {
    const { directory, clock } = this.#options
    // Not recursive: a data directory that was removed or unmounted must not come back empty.
    await mkdir(directory).catch(() => {})
    let bytes = 0
    for (const name of await readdir(directory)) {
      const file = await statOf(this.#path(name))
      if (file === undefined) continue
      if (isContentId(name) || isCopyName(name)) bytes += file.size
      else if (name.endsWith('.part') && file.mtimeMs < clock() - PART_LIFETIME_MS)
        await rm(this.#path(name), { force: true })
    }
    this.#bytes = bytes
    this.#countedAt = this.#options.uptime()
  }

  async #makeRoom(needed: number): Promise<void> {
    const { mostBytes, launched } = this.#options
    const isFull = (): boolean => this.#bytes + needed > mostBytes
    if (!isFull()) return
    await this.#count()
    if (!isFull()) return
    const kept = launched()
    if (kept === undefined)
      throw new FolderFull(
        'the image folder is full: unused images are removed once the models are near the tip',
      )
    for (const { name, size } of await this.#outdated(
      (await this.#names()).filter((name) => !kept.has(name)),
    )) {
      if (!isFull()) return
      if (await this.#remove(name)) this.#bytes -= size
    }
    if (isFull()) throw new FolderFull(`the images of launched and recent tokens take all ${mostBytes} bytes`)
  }

  /** @returns false if another process has stored the image again */
  async #remove(name: string): Promise<boolean> {
    const part = this.#partPath()
    try {
      await rename(this.#path(name), part)
      const { mtimeMs } = await stat(part)
      if (mtimeMs >= this.#options.clock() - LAUNCH_TIME_MS) {
        await rename(part, this.#path(name))
        return false
      }
      await rm(part)
      this.#storedAt.delete(name)
      for (const beside of [markName(name), ...SIDES.map((side) => copyName(name, side))])
        await rm(this.#path(beside), { force: true })
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    return true
  }
}
