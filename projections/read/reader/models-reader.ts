// A reader's view of the models: a read-only connection to the serving file, its checkpoint, and the changes since the last refresh. Every
// response begins with a refresh, which takes only one pragma if nothing was committed. The writer may be a thread, another process, or no
// longer running. If another file replaces the open one, the reader opens it.
import { statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { EventEmitter } from 'eventemitter3'
import { commitNotices } from '../../../schema/platform/commit-notices.ts'
import { StorageError } from '../../../schema/platform/storage-error.ts'
import type { Point } from '../../../schema/primitives.ts'
import type { IndexerStatus, Reports } from '../../../schema/reports.ts'
import { type Generation, readGenerations, sqlNameOf } from '../../engine/file/generations.ts'
import { CHANGES_KEPT, servingStateOf } from '../../engine/file/models-database.ts'
import { type ModelsFile, modelsFiles } from '../../engine/file/models-files.ts'
import { openServingModels } from '../../engine/file/serving-models.ts'
import type { Checkpoint } from '../../engine/fold/projector.ts'
import { CHECKPOINT_SQL } from '../../engine/fold/projector-statements.ts'
import { indexerStatus, readReports, reportsVersion } from '../../status/indexer-status.ts'
import { prepareServed } from './prepare-served.ts'

/** A whole table changed if `key` is null. */
export interface Change {
  readonly table: string
  readonly key: readonly (string | number)[] | null
  /** Names are those in the row's table. */
  readonly topics: Readonly<Record<string, string | number>>
}

interface ReaderEvents {
  /** Emitted after any commit, before `changed`, and when the indexer's reports have changed. */
  committed: []
  /**
   * Null if the changed rows cannot be listed: they are too many, the last refresh was too long ago, or another file serves. `isExtended`:
   * no fork undid a block.
   */
  changed: [changes: readonly Change[] | null, isExtended: boolean]
}

/** With more changes, readers drop their caches instead of reading each change. */
const MAX_CHANGES = 10_000

/** An idle reader checks that the open file still serves. */
const POLL_INTERVAL_MS = 1_000

const inodeOf = ({ path }: ModelsFile): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

type Connection = ReturnType<typeof connect>

const connect = (file: ModelsFile, database: Database.Database) => {
  const checkpointRow = database.prepare(CHECKPOINT_SQL)
  const changeRows = database.prepare('SELECT table_name, key, topics FROM changes WHERE version > ? LIMIT ?')
  const blockId = database.prepare('SELECT id FROM blocks WHERE slot = ?').pluck()
  const changesAfter = (version: number): Change[] | null => {
    const rows = changeRows.all(version, MAX_CHANGES + 1) as {
      readonly table_name: string
      readonly key: string
      readonly topics: string
    }[]
    if (rows.length > MAX_CHANGES || rows.some(({ table_name }) => table_name === '*')) return null
    return rows.map(({ table_name, key, topics }) => ({
      table: table_name,
      key: key === '*' ? null : JSON.parse(key),
      topics: JSON.parse(topics),
    }))
  }
  return {
    file,
    /** Another file of the same name has a different inode. */
    inode: inodeOf(file),
    database,
    /** Changes since an earlier checkpoint (null if they cannot be listed), and whether its block is still on the chain. */
    // One transaction: otherwise a commit between two reads could hide changes.
    view: database.transaction((since: Checkpoint | undefined) => {
      const checkpoint = checkpointRow.get() as Checkpoint | undefined
      const isKnown = since !== undefined && (checkpoint?.version ?? 0) - since.version <= CHANGES_KEPT
      return {
        checkpoint,
        generations: readGenerations(database),
        changes: isKnown ? changesAfter(since.version) : null,
        isExtended: since !== undefined && blockId.get(since.slot) === since.id,
      }
    }),
    begin: database.prepare('BEGIN'),
    end: database.prepare('COMMIT'),
    version: database.prepare('PRAGMA data_version').pluck(),
    journaled: database.prepare('SELECT journaled FROM blocks WHERE slot = ?').pluck(),
  }
}

/** There are no models yet, or another version of the service made them. */
export class NoModels extends Error {
  override readonly name = 'NoModels'
}

/** Undefined if no file serves. */
const servingConnection = (directory: string): Connection | undefined => {
  const serving = openServingModels(directory)
  return serving && connect(serving.file, serving.database)
}

export class ModelsReader extends EventEmitter<ReaderEvents> {
  readonly #directory: string
  #reportsSeen = ''
  #connection: Connection
  #seen: unknown
  /** Anything may have changed: the open file has replaced another one and was not read yet, or a listener failed. */
  #hasMoved = false
  /** Next check of the open file, by `performance.now`. */
  #nextLook = 0
  #checkpoint: Checkpoint | undefined
  /** Last blocks of models that serve but no longer follow the chain. */
  #stopped: ReadonlyMap<string, Point> = new Map()
  /** Names the serving generations. */
  #serving = ''

  /** @throws {NoModels} if there are no models to read yet */
  constructor(directory: string) {
    super()
    this.#directory = directory
    const connection = servingConnection(directory)
    if (connection === undefined)
      throw new NoModels(`no models in ${directory} can be served yet: they are being folded`)
    this.#connection = connection
    this.refresh()
  }

  /** Make statements with `prepared`. */
  get database(): Database.Database {
    return this.#connection.database
  }

  /** As of the last `refresh`; undefined before the first block. */
  get checkpoint(): Checkpoint | undefined {
    return this.#checkpoint
  }

  /**
   * As of the last `refresh`. A model that is being folded again stays at an earlier block.
   * @param models names
   */
  pointOf(models: readonly string[]): Point | undefined {
    let oldest: Point | undefined = this.#checkpoint
    if (oldest === undefined || oldest.slot < 0) return undefined
    for (const [name, stopped] of this.#stopped)
      if (stopped.slot < oldest.slot && models.includes(name)) oldest = stopped
    return oldest
  }

  /** A fork could undo the last block when it was folded. */
  wasNearTip(): boolean {
    return this.#connection.journaled.get(this.#checkpoint?.slot ?? null) === 1
  }

  /** Undefined if the indexer has never run here. */
  status(): IndexerStatus | undefined {
    return indexerStatus(this.reports())
  }

  /** If the reports cannot be read, a report names the reason, because the models can be served without them. */
  reports(): Reports {
    try {
      return readReports(this.#directory)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      return {
        folding: { problem: error.outside, isPassing: true, rate: 0, refolding: [], at: Date.now() },
      }
    }
  }

  /** Includes generations that are being folded. */
  generations(): Generation[] {
    return readGenerations(this.database)
  }

  /**
   * Prepares statements in this call if possible, so that no request waits for it, and again when another file or generation serves.
   * @returns a function that throws {Unserved} while the statements need a model that is still being folded, or of another version
   */
  prepared<T>(make: (database: Database.Database) => T): () => T {
    let on: Database.Database | undefined
    let of: string | undefined
    let made: T | undefined
    const prepared = (): T => {
      if (made === undefined || on !== this.database || of !== this.#serving) {
        made = undefined
        made = prepareServed(this.database, make, () => this.#isReplacedSoon())
        on = this.database
        of = this.#serving
      }
      return made
    }
    try {
      prepared()
    } catch {
      // The returned function fails in the same way, and its caller can report the error.
    }
    return prepared
  }

  /** If there were commits, emits `changed` before it returns. */
  refresh(): void {
    let version = this.#connection.version.get()
    if (this.#moveWhenReplaced(version !== this.#seen)) {
      this.#hasMoved = true
      this.#seen = undefined
      version = this.#connection.version.get()
    }
    if (version === this.#seen) return
    const before = this.#checkpoint
    this.emit('committed')
    const isMoved = this.#hasMoved
    const { checkpoint, generations, changes, isExtended } = this.#connection.view(
      isMoved ? undefined : before,
    )
    // If the read fails, the next refresh tries again.
    this.#seen = version
    this.#hasMoved = false
    this.#checkpoint = checkpoint
    this.#stopped = new Map(
      generations.flatMap(({ name, stopped }) => (stopped === null ? [] : [[name, stopped]])),
    )
    this.#serving = generations
      .flatMap(({ name, generation, state }) => (state === 'serving' ? [sqlNameOf(name, generation)] : []))
      .join()
    if (isMoved || checkpoint?.version !== before?.version) this.#announce(changes, isExtended)
  }

  /** If a listener fails, the later ones do not get the changes, so the next refresh tells all that anything may have changed. */
  #announce(changes: readonly Change[] | null, isExtended: boolean): void {
    try {
      this.emit('changed', changes, isExtended)
    } catch (error) {
      this.#seen = undefined
      this.#hasMoved = true
      throw error
    }
  }

  /** All reads of the function see one state. A listener of `changed` must not call this, because it refreshes. */
  inOneState<T>(read: () => T): T {
    for (;;) {
      const { database, begin, end } = this.#connection
      begin.run()
      try {
        this.refresh()
        if (database.open) return read()
      } finally {
        if (database.open) end.run()
      }
    }
  }

  /** Within a transaction, only commits before its start count. */
  isCurrent(): boolean {
    return this.#connection.version.get() === this.#seen
  }

  /**
   * Checks at intervals, and at once when a thread of this process has committed, so `changed` is emitted without a call of `refresh`.
   * @param onFailure called when a check fails; the check is tried again
   */
  watch(milliseconds: number, onFailure: (error: unknown) => void): { close(): void } {
    const check = (): void => {
      try {
        const reports = reportsVersion(this.#directory)
        if (reports !== this.#reportsSeen) this.emit('committed')
        this.#reportsSeen = reports
        this.refresh()
      } catch (error) {
        onFailure(error)
      }
    }
    const timer = setInterval(check, milliseconds)
    timer.unref()
    const notices = commitNotices(this.#directory, check)
    return {
      close() {
        notices.close()
        clearInterval(timer)
      },
    }
  }

  close(): void {
    this.database.close()
  }

  /** Another file will replace the open one, or has replaced it. */
  #isReplacedSoon(): boolean {
    const { file } = this.#connection
    return modelsFiles(this.#directory).some(({ number }) => number > file.number)
  }

  /** A writer may have been killed before it marked the open file as replaced. If this version can read no file, the open one stays. */
  #moveWhenReplaced(isCommitted: boolean): boolean {
    const now = performance.now()
    if (!isCommitted && now < this.#nextLook) return false
    this.#nextLook = now + POLL_INTERVAL_MS
    const { file, inode, database } = this.#connection
    if (inodeOf(file) === inode && !servingStateOf(database).isReplaced) return false
    const next = servingConnection(this.#directory)
    if (next === undefined) return false
    if (next.inode === inode) {
      next.database.close()
      return false
    }
    database.close()
    this.#connection = next
    return true
  }
}
