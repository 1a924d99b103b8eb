// A copy of the models in published files: a difference for each commit, and snapshots from which readers start. A new snapshot is due when
// the differences since the last snapshot have half of that snapshot's size. A reader that needs a snapshot then downloads less. If the
// writer was killed, the next writer continues the publication, and overwrites files that no manifest names.

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Stored } from '../../engine/table/column.ts'
import { columnNames } from '../../engine/table/ddl.ts'
import type { Table } from '../../engine/table/table.ts'
import { bytesOf, columnsOf, TooMuchChanged } from '../protocol/commit.ts'
import type { WrittenDifference } from '../protocol/copied-difference.ts'
import { type CopiedBlock, type CopyState, CopyStopped } from '../protocol/copy-state.ts'
import type { Copy } from '../protocol/sync.ts'
import type { WholeModels } from '../source/models-source.ts'
import {
  CopyDamaged,
  differenceName,
  type Head,
  isForeign,
  type Manifest,
  MOST_TEXT,
  manifestText,
  pieceName,
  readManifest,
  readWritten,
  type Snapshot,
  unpacked,
} from './layout.ts'
import type { PublishedStore } from './published-store.ts'

const zip = promisify(gzip)

/** Approximate bytes of rows. */
const PIECE_BYTES = 4_194_304

/** Bytes of differences before a snapshot is due. */
const LEAST = 8_388_608

const AT_ONCE = 16

/** A reader on a slow link may still read the previous snapshot. */
const KEPT = 2

export const PUBLISHED_COPY = {
  name: 'the published copy',
  advice: {
    differs: 'run npm run verify; if the models are right, empty PUBLISH_DIR, or the folder of PUBLISH_URL',
    otherNetwork: 'choose another PUBLISH_DIR or PUBLISH_URL',
  },
} as const

/** @returns bytes */
type Write = (name: string, text: string) => Promise<number>

interface Version {
  readonly version: number
  readonly slot: number
  readonly bytes: number
}

export class Publication implements Copy {
  readonly name = PUBLISHED_COPY.name
  readonly advice = PUBLISHED_COPY.advice
  readonly #files: PublishedStore
  readonly #least: number
  #manifest: Manifest | undefined
  /** Oldest first. Of the differences before a restart, the list has those that can be rolled back. */
  #versions: Version[] = []
  #blocks: CopiedBlock[] = []
  #reports: Manifest['reports'] = []
  /** Version at which a snapshot failed. Without a wait, each commit would fill a full disk again. */
  #failed = 0
  /** Writes are done one after another. */
  #written: Promise<void> = Promise.resolve()
  #isClosed = false

  private constructor(files: PublishedStore, least: number) {
    this.#files = files
    this.#least = least
  }

  /**
   * Opens the publication. A damaged one is replaced by a new one.
   * @param least minimum bytes of differences before a snapshot is due
   * @throws {CopyStopped} if the place has another program's manifest.json
   */
  static async open(files: PublishedStore, least = LEAST): Promise<Publication> {
    const publication = new Publication(files, least)
    await publication.#open()
    return publication
  }

  async state(): Promise<CopyState | undefined> {
    return this.#manifest?.state
  }

  /** Blocks that can still be rolled back, newest first. */
  async blocks(): Promise<readonly CopiedBlock[]> {
    return [...this.#blocks].reverse()
  }

  async commitsAfter(slot: number): Promise<readonly string[]> {
    const { load = '' } = this.#manifest?.state ?? {}
    const texts: string[] = []
    for (const { version, slot: last } of this.#versions)
      if (last > slot) texts.push((await this.#read(differenceName({ load, version }))).text)
    return texts
  }

  async write(commit: WrittenDifference): Promise<void> {
    const { state, shared, blocks, oldest } = commit
    const bytes = await this.#write(differenceName(state), textOf(commit))
    await this.#update((manifest) => manifest && { ...manifest, state })
    this.#versions.push({ version: state.version, slot: state.slot, bytes })
    this.#blocks = [
      ...this.#blocks.filter(({ slot }) => slot <= shared && slot >= oldest),
      ...blocks.filter(({ slot }) => slot >= oldest),
    ]
  }

  get isSnapshotDue(): boolean {
    const last = this.#manifest?.snapshots.at(-1)
    if (last === undefined) return false
    return (
      this.#bytesAfter(last.version) > Math.max(this.#least, last.bytes / 2) &&
      this.#bytesAfter(this.#failed) > this.#least
    )
  }

  /** Bytes of the differences after a version. */
  #bytesAfter(after: number): number {
    return this.#versions.reduce((sum, { version, bytes }) => sum + (version > after ? bytes : 0), 0)
  }

  /** The load's commit is published too, for later writers. */
  async begin(commit: WrittenDifference, tables: WholeModels['tables']): Promise<void> {
    const { state, blocks } = commit
    const { version, slot } = state
    const [bytes, snapshot] = await this.#allOrNothing(
      async (write) =>
        [
          await write(differenceName(state), JSON.stringify(commit)),
          await this.#writeSnapshot({ state, blocks: [...blocks] }, tables, write),
        ] as const,
    )
    this.#versions = [{ version, slot, bytes }]
    this.#blocks = [...blocks]
    this.#failed = 0
    await this.#update(() => ({ state, first: version, snapshots: [snapshot] }))
    await this.#sweep()
  }

  /**
   * Further commits may be published while the snapshot is written.
   * @param state last published state, which is the state of the rows
   */
  async addSnapshot(state: CopyState, tables: WholeModels['tables']): Promise<void> {
    const head = { state, blocks: [...this.#blocks] }
    const snapshot = await this.#allOrNothing((write) => this.#writeSnapshot(head, tables, write)).catch(
      (error: unknown) => {
        this.#failed = state.version
        throw error
      },
    )
    await this.#update((manifest) => {
      // Another load may have replaced the publication.
      if (manifest?.state.load !== state.load) return undefined
      const snapshots = [...manifest.snapshots, snapshot].slice(-KEPT)
      const oldest = this.#blocks[0]?.slot ?? Number.POSITIVE_INFINITY
      const canBeUndone = this.#versions.find(({ slot }) => slot > oldest)?.version ?? snapshot.version
      const needed = Math.min((snapshots[0]?.version ?? 0) + 1, canBeUndone)
      return { ...manifest, snapshots, first: Math.max(manifest.first, needed) }
    })
    const { first = 0 } = this.#manifest ?? {}
    this.#versions = this.#versions.filter(({ version }) => version >= first)
    await this.#sweep()
  }

  async report(reports: Manifest['reports']): Promise<void> {
    this.#reports = reports
    await this.#update((manifest) => manifest)
  }

  /** @throws {CopyDamaged} if somebody has removed the publication, which is then published again */
  async assertThere(manifest = this.#manifest): Promise<void> {
    const snapshot = manifest?.snapshots.at(-1)
    if (manifest === undefined || snapshot === undefined) return
    if (!(await this.#files.has(pieceName(manifest.state.load, snapshot, 0))))
      throw new CopyDamaged('what was published is gone, and is published again')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#written
  }

  #update(
    change: (manifest: Manifest | undefined) => Omit<Manifest, 'format' | 'reports'> | undefined,
  ): Promise<void> {
    const write = async (): Promise<void> => {
      const next = change(this.#manifest)
      if (next === undefined) return
      this.#assertOpen()
      const text = manifestText({ ...next, reports: this.#reports })
      await this.#files.writeManifest(text)
      this.#manifest = readManifest('manifest', text)
    }
    const written = this.#written.then(write)
    this.#written = written.catch(() => {})
    return written
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new Error('publishing has ended')
  }

  /** Each attempt has other names, so the files of failed attempts would fill a disk that the log may share. */
  async #allOrNothing<Result>(work: (write: Write) => Promise<Result>): Promise<Result> {
    await this.#sweep()
    const names: string[] = []
    try {
      return await work((name, text) => {
        this.#assertOpen()
        names.push(name)
        return this.#write(name, text)
      })
    } catch (error) {
      if (!this.#isClosed) await this.#files.remove(names).catch(() => {})
      throw error
    }
  }

  async #writeSnapshot(head: Head, tables: WholeModels['tables'], to: Write): Promise<Snapshot> {
    const { load, version, digest } = head.state
    let pieces = 0
    let rows = 0
    let bytes = 0
    const write = async (piece: unknown): Promise<void> => {
      bytes += await to(pieceName(load, { version, digest }, pieces++), JSON.stringify(piece))
    }
    await write(head)
    for (const { table, rows: read } of tables)
      for (const columns of inPieces(table, read())) {
        await write({ table: table.name, columns })
        rows += columns[0]?.length ?? 0
      }
    return { version, digest, pieces, rows, bytes }
  }

  /** @returns bytes */
  async #write(name: string, text: string): Promise<number> {
    const packed = await zip(text)
    await this.#files.write(name, packed)
    return packed.length
  }

  /** @throws {CopyDamaged} also if the file is missing */
  async #read(name: string): Promise<{ readonly text: string; readonly bytes: number }> {
    const packed = await this.#files.read(name)
    if (packed === undefined) throw new CopyDamaged(`${name} is missing where it was published`)
    return { text: await unpacked(name, packed), bytes: packed.length }
  }

  #sweep(): Promise<void> {
    const manifest = this.#manifest
    if (manifest === undefined) return Promise.resolve()
    const { state, first, snapshots } = manifest
    const kept = new Set<string>()
    for (let version = first; version <= state.version; version++)
      kept.add(differenceName({ load: state.load, version }))
    for (const snapshot of snapshots)
      for (let piece = 0; piece < snapshot.pieces; piece++) kept.add(pieceName(state.load, snapshot, piece))
    return this.#files.sweep((name) => kept.has(name))
  }

  /** Newest first. Some are read at the same time, because an object store is slow to respond. */
  async *#newest({ load, version: newest }: CopyState, first: number) {
    for (let last = newest; last >= first; last -= AT_ONCE) {
      const versions = Array.from({ length: Math.min(AT_ONCE, last - first + 1) }, (_, at) => last - at)
      const read = async (version: number) => {
        const name = differenceName({ load, version })
        const { text, bytes } = await this.#read(name)
        return { version, bytes, difference: readWritten(name, text) }
      }
      yield* await Promise.all(versions.map(read))
    }
  }

  /** Back to the oldest block that can be rolled back. */
  async #open(): Promise<void> {
    const text = await this.#files.readManifest()
    if (text === undefined) return
    if (isForeign(text))
      throw new CopyStopped(
        'PUBLISH_DIR, or the folder of PUBLISH_URL, has a manifest.json of another program: choose another place',
      )
    try {
      const manifest = readManifest('manifest', text)
      const { state, first } = manifest
      await this.assertThere(manifest)
      const versions: Version[] = []
      const blocks: CopiedBlock[] = []
      let ceiling = Number.POSITIVE_INFINITY
      let oldest: number | undefined
      for await (const { version, bytes, difference } of this.#newest(state, first)) {
        oldest ??= difference.oldest
        versions.unshift({ version, slot: difference.state.slot, bytes })
        blocks.unshift(...difference.blocks.filter(({ slot }) => slot <= ceiling))
        ceiling = Math.min(ceiling, difference.shared)
        if (difference.from === null || ceiling < oldest) break
      }
      this.#manifest = manifest
      this.#reports = manifest.reports
      this.#versions = versions
      this.#blocks = blocks.filter(({ slot }) => slot >= (oldest ?? 0))
    } catch (error) {
      // A damaged or incomplete publication cannot be continued. A new load starts a new one.
      if (!(error instanceof CopyDamaged)) throw error
    }
  }
}

/** @throws {TooMuchChanged} */
const textOf = (commit: WrittenDifference): string => {
  try {
    const text = JSON.stringify(commit)
    if (Buffer.byteLength(text) <= MOST_TEXT) return text
  } catch (error) {
    // The text is longer than a JavaScript string may be.
    if (!(error instanceof RangeError)) throw error
  }
  throw new TooMuchChanged('the changes are larger than a difference may be')
}

/** Each column is an array. Readers accept groups of this size. */
function* inPieces(table: Table, rows: Iterable<readonly Stored[]>): Generator<(string | null)[][]> {
  const inText = (group: readonly (readonly Stored[])[]) => columnsOf(table, columnNames(table), group)
  let group: (readonly Stored[])[] = []
  let bytes = 0
  for (const row of rows) {
    group.push(row)
    bytes += bytesOf(row)
    if (bytes < PIECE_BYTES) continue
    yield inText(group)
    group = []
    bytes = 0
  }
  if (group.length > 0) yield inText(group)
}
