// Requests of a reader of a published directory: the manifest, with the ETag of the reader's version, and files that the manifest names.
// Everything is checked before a row of it is used.
import { messageOf } from '../../../schema/platform/message-of.ts'
import type { Table } from '../../engine/table/table.ts'
import { type CopiedDifference, decodeDifference } from '../protocol/copied-difference.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import { CopyDamaged, CopyMoved, isSamePoint } from '../receive/copy-source.ts'
import { fetchPublished } from './fetch-published.ts'
import {
  differenceName,
  MANIFEST,
  type Manifest,
  MOST_MANIFEST,
  MOST_SENT,
  readManifest,
  readWritten,
  unpacked,
} from './layout.ts'

/** Status of an object store for a missing file, where readers may not list its files. */
const FORBIDDEN = 403

/** Number of differences that are fetched at once; they are unpacked one by one. */
const AT_ONCE = 4

/** The last manifest that was seen, and how files are fetched. */
export class PublishedLink {
  readonly #url: string
  readonly #ending: AbortSignal
  #etag = ''
  #manifest: Manifest | undefined

  constructor(url: string, ending: AbortSignal) {
    this.#url = url.replace(/\/+$/, '')
    this.#ending = ending
  }

  /** The last manifest that was read. */
  get manifest(): Manifest | undefined {
    return this.#manifest
  }

  /** Reads the manifest; undefined if there is none yet. */
  async look(): Promise<Manifest | undefined> {
    const url = `${this.#url}/${MANIFEST}`
    const { status, bytes, etag } = await fetchPublished(url, MOST_MANIFEST, this.#ending, this.#etag)
    if (status === 304) return this.#manifest
    if (status === 404) return undefined
    if (status === FORBIDDEN)
      throw new Error(`${url}: status 403: nothing is published there yet, or this machine may not read it`)
    if (status !== 200) throw new Error(`${url}: status ${status}`)
    this.#manifest = readManifest(MANIFEST, Buffer.from(bytes).toString('utf8'))
    this.#etag = etag
    return this.#manifest
  }

  /** Text of an immutable file, fetched as `fetched` does it. @throws {CopyDamaged} also if it cannot be unpacked */
  async read(name: string): Promise<string> {
    return unpacked(name, await this.fetched(name))
  }

  /**
   * Compressed bytes of an immutable file that the manifest names.
   * @throws {CopyMoved} if another manifest has replaced the manifest that names it
   * @throws {CopyDamaged} if it is missing or damaged
   */
  async fetched(name: string): Promise<Uint8Array> {
    const url = `${this.#url}/${name}`
    const { status, bytes } = await fetchPublished(url, MOST_SENT, this.#ending)
    if (status === 404 || status === FORBIDDEN) {
      const before = this.#manifest
      if ((await this.look()) !== before) throw new CopyMoved(`${name} is no longer published`)
      throw new CopyDamaged(`${name} is missing, though the manifest names it`)
    }
    if (status !== 200) throw new Error(`${url}: status ${status}`)
    return bytes
  }
}

/**
 * Differences after a state, each of which continues the previous one.
 * @returns `everything` if they do not continue that state: the source has lost commits that it published before
 */
export const differencesAfter = async (
  link: PublishedLink,
  tables: ReadonlyMap<string, Table>,
  since: CopyState,
  until: number,
): Promise<CopiedDifference[] | 'everything'> => {
  const count = Math.min(AT_ONCE, until - since.version)
  const names = Array.from({ length: count }, (_, at) =>
    differenceName({ load: since.load, version: since.version + 1 + at }),
  )
  const files = await Promise.all(names.map((name) => link.fetched(name)))
  const differences: CopiedDifference[] = []
  let before = since
  for (const [at, bytes] of files.entries()) {
    const name = names[at] ?? ''
    const written = readWritten(name, await unpacked(name, bytes))
    const difference = decoded(name, () => decodeDifference(written, tables))
    const { load, version } = difference.state
    if (load !== before.load || version !== before.version + 1)
      throw new CopyDamaged(`${name} belongs to another commit`)
    if (!isSamePoint(before, difference.from)) return 'everything'
    differences.push(difference)
    before = difference.state
  }
  return differences
}

/** @throws {CopyDamaged} instead of the errors of decoding */
export const decoded = <T>(name: string, decode: () => T): T => {
  try {
    return decode()
  } catch (error) {
    throw new CopyDamaged(`${name} has a value that does not fit its column: ${messageOf(error)}`)
  }
}
