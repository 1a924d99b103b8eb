// A reader's access to a publication: the manifest, and the files that the manifest names. Every file is checked before its rows are used.
import { type CopyPoint, isSamePoint, type WrittenDifference } from '../protocol/copied-difference.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import {
  CopyDamaged,
  differenceName,
  MANIFEST,
  type Manifest,
  readManifest,
  readWritten,
  unpacked,
} from './layout.ts'

/** The publication changed while it was read, or another load has replaced it. The reader must start again. */
export class CopyMoved extends Error {
  override readonly name = 'CopyMoved'
}

class FileMissing extends CopyDamaged {}

export interface SeenManifest {
  /** The manifest's text; `none` if there is no manifest yet; `same` if the reader has it already. */
  readonly found: { readonly text: string } | 'none' | 'same'
  /** Identifies this version of the manifest. */
  readonly mark: string
  readonly waits: boolean
}

export interface Carrier {
  /** Name of the server. */
  readonly host: string
  /**
   * @param known mark of the reader's manifest; empty for none
   * @param after the reader's version; if possible, waits some seconds for another version
   */
  manifest(ending: AbortSignal, known: string, after?: number): Promise<SeenManifest>
  /** Compressed bytes of an immutable file; undefined if it is missing. */
  file(name: string, ending: AbortSignal): Promise<Uint8Array | undefined>
  /** Disconnects until the next request. */
  rest?(): Promise<void>
}

/** Differences are fetched at the same time, and unpacked one by one. */
const AT_ONCE = 4

/** Interval in ms between two reads of the manifest. A read during which the carrier waited is repeated without a pause. */
const POLL_INTERVAL_MS = 1_000

export class PublishedLink {
  readonly #carrier: Carrier
  readonly ending: AbortSignal
  #mark = ''
  #text = ''
  #manifest: Manifest | undefined
  #waits = false
  /** Time in ms until the next read of the manifest. */
  pause = 0

  constructor(carrier: Carrier, ending: AbortSignal) {
    this.#carrier = carrier
    this.ending = ending
  }

  /** The manifest that was read last. */
  get manifest(): Manifest | undefined {
    return this.#manifest
  }

  /** The last manifest if it has differences that the reader lacks, else the next one. */
  async lookAfter({ load, version }: CopyState): Promise<Manifest | undefined> {
    const before = this.#manifest
    if (before?.state.load === load && before.state.version > version) return before
    const beganAt = performance.now()
    const manifest = await this.look(this.#waits ? before?.state.version : undefined)
    const hasWaited = this.#waits && performance.now() - beganAt >= POLL_INTERVAL_MS
    const { load: newLoad, version: newVersion } = manifest?.state ?? {}
    const isNew = newLoad !== before?.state.load || newVersion !== before?.state.version
    this.pause = isNew || hasWaited ? 0 : POLL_INTERVAL_MS
    return manifest
  }

  /**
   * Undefined if there is no manifest yet.
   * @param after the reader's version; the carrier may wait some seconds for another version
   */
  async look(after?: number): Promise<Manifest | undefined> {
    const { found, mark, waits } = await this.#carrier.manifest(this.ending, this.#mark, after)
    this.#waits = waits
    if (found === 'none') {
      // Otherwise the files of the last manifest would be requested again and again.
      this.#manifest = undefined
      this.#text = ''
      this.#mark = ''
      return undefined
    }
    this.#mark = mark
    if (found === 'same' || found.text === this.#text) return this.#manifest
    this.#manifest = readManifest(MANIFEST, found.text)
    this.#text = found.text
    return this.#manifest
  }

  /**
   * Fails like `fetched`.
   * @throws {CopyDamaged} also if the file cannot be unpacked
   */
  async read(name: string): Promise<string> {
    return unpacked(name, await this.fetched(name))
  }

  /**
   * Compressed bytes.
   * @throws {CopyMoved} if a newer manifest no longer names the file
   * @throws {CopyDamaged} if the file is missing or damaged
   */
  async fetched(name: string): Promise<Uint8Array> {
    const bytes = await this.#carrier.file(name, this.ending)
    if (bytes !== undefined) return bytes
    const before = this.#manifest
    if ((await this.look()) !== before) throw new CopyMoved(`${name} is no longer published`)
    throw new FileMissing(`${name} is missing, though the manifest names it`)
  }
}

/** A difference that continues the rows at a block has every row that changed after the block. */
export const continues = (
  { from, blocks }: Pick<WrittenDifference, 'from' | 'blocks'>,
  at: CopyPoint,
): boolean => from !== null && (isSamePoint(at, from) || blocks.some((block) => isSamePoint(at, block)))

/**
 * Each difference continues the previous one.
 * @param since state of the reader's rows
 * @param place version of that state, or of an earlier commit whose next differences apply to rows at the reader's block
 * @returns `everything` if no difference continues the state: the source has lost published commits, or files that its newest snapshot
 * includes
 */
export const differencesAfter = async (
  link: PublishedLink,
  since: CopyPoint,
  place: Pick<CopyState, 'load' | 'version'>,
  until: number,
): Promise<WrittenDifference[] | 'everything'> => {
  const count = Math.min(AT_ONCE, until - place.version)
  const names = Array.from({ length: count }, (_, at) =>
    differenceName({ load: place.load, version: place.version + 1 + at }),
  )
  const snapshot = link.manifest?.snapshots.at(-1)?.version ?? 0
  const fetched = names.map((name, at) =>
    link.fetched(name).catch((error: unknown) => {
      if (error instanceof FileMissing && place.version + 1 + at <= snapshot) return undefined
      throw error
    }),
  )
  const files = await Promise.all(fetched)
  const differences: WrittenDifference[] = []
  let [before, point] = [place, since]
  for (const [at, bytes] of files.entries()) {
    if (bytes === undefined) return 'everything'
    const name = names[at] ?? ''
    const difference = readWritten(name, await unpacked(name, bytes))
    const { load, version } = difference.state
    if (load !== before.load || version !== before.version + 1)
      throw new CopyDamaged(`${name} belongs to another commit`)
    if (!continues(difference, point)) return 'everything'
    differences.push(difference)
    before = difference.state
    point = difference.state
  }
  return differences
}
