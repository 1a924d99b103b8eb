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
import { type Generation, readGenerations } from '../../engine/file/generations.ts'
import { CHANGES_KEPT, servingStateOf } from '../../engine/file/models-database.ts'
import { type ModelsFile, modelsFiles } from '../../engine/file/models-files.ts'
import { openServingModels } from '../../engine/file/serving-models.ts'
import type { Checkpoint } from '../../engine/fold/projector.ts'
import { CHECKPOINT_SQL } from '../../engine/fold/projector-statements.ts'
import { indexerStatus, readReports, reportsVersion } from '../../status/indexer-status.ts'
import { prepareServed } from './being-folded.ts'

/** A row that changed, or a whole table if `key` is null. */
export interface Change {
  readonly table: string
  readonly key: readonly (string | number)[] | null
  /** Topics of the row, by their names in its table. */
  readonly topics: Readonly<Record<string, string | number>>
}

interface ReaderEvents {
  /** Emitted after any commit, before `changed`, and when the indexer's reports have changed. */
  committed: []
  /**
   * Emitted with the rows that changed since the last refresh; null if they cannot be listed, because they are too many, the last refresh
   * was too long ago, or another file serves. The second argument is true if the chain was only extended, so no fork undid a block.
   */
  changed: [changes: readonly Change[] | null, isExtended: boolean]
}

/** Number of changes above which readers drop all they have cached instead of reading each change. */
const MAX_CHANGES = 10_000

/** Interval in ms at which an idle reader checks that the open file still serves. */
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
    /** Inode of the file. Another file of the same name has a different one. */
    inode: inodeOf(file),
    database,
    /**
     * Reads the state of the models, the changes since an earlier checkpoint (null if they cannot be listed), and whether that checkpoint's
     * block is still on the chain.
     */
    // One transaction for all reads. Otherwise a commit between two reads would be seen by only one of them, and changes could be missed.
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

/** Thrown if there are no models yet, or if another version of the service made them. */
export class NoModels extends Error {
  override readonly name = 'NoModels'
}

/** A connection to the serving file; undefined if none serves. */
const servingConnection = (directory: string): Connection | undefined => {
  const serving = openServingModels(directory)
  return serving && connect(serving.file, serving.database)
}

export class ModelsReader extends EventEmitter<ReaderEvents> {
  readonly #directory: string
  #reportsSeen = ''
  #connection: Connection
  #seen: unknown
  /** Whether the open file has replaced another one and was not read yet. */
  #hasMoved = false
  /** Time, by `performance.now`, of the next check that the open file still serves. */
  #nextLook = 0
  #checkpoint: Checkpoint | undefined
  /** Last blocks of models that serve but no longer follow the chain, by name. */
  #stopped: ReadonlyMap<string, Point> = new Map()

  /**
   * @param directory directory of the models' files
   * @throws {NoModels} if there are no models to read yet
   */
  constructor(directory: string) {
    super()
    this.#directory = directory
    const connection = servingConnection(directory)
    if (connection === undefined)
      throw new NoModels(`no models in ${directory} can be served yet: they are being folded`)
    this.#connection = connection
    this.refresh()
  }

  /** The connection to the serving file. Make statements on it with `prepared`. */
  get database(): Database.Database {
    return this.#connection.database
  }

  /** Last block of the models as of the last `refresh`; undefined before the first block. */
  get checkpoint(): Checkpoint | undefined {
    return this.#checkpoint
  }

  /**
   * The last block that all of these models contain, as of the last `refresh`. A model that is being folded again stays at an earlier
   * block.
   * @param models names of the models
   */
  pointOf(models: readonly string[]): Point | undefined {
    let oldest: Point | undefined = this.#checkpoint
    if (oldest === undefined || oldest.slot < 0) return undefined
    for (const [name, stopped] of this.#stopped)
      if (stopped.slot < oldest.slot && models.includes(name)) oldest = stopped
    return oldest
  }

  /** Whether the models' last block was so near the tip when it was folded that a fork could undo it. */
  wasNearTip(): boolean {
    return this.#connection.journaled.get(this.#checkpoint?.slot ?? null) === 1
  }

  /** Last report of the indexer; undefined if it has never run here. */
  status(): IndexerStatus | undefined {
    return indexerStatus(this.reports())
  }

  /** Last reports by part. If they cannot be read, returns a report with the reason, since the models can be served without reports. */
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

  /** The generations of models in the file: those that serve, and those that are being folded. */
  generations(): Generation[] {
    return readGenerations(this.database)
  }

  /**
   * Statements on the connection. They are prepared in this call if possible, so that no request waits for the milliseconds that this
   * takes. They are prepared again when the reader moves to another file.
   * @param make prepares the statements
   * @returns a function that returns the statements; it throws {BeingFolded} while they need a model that is still being folded
   */
  prepared<T>(make: (database: Database.Database) => T): () => T {
    let on: Database.Database | undefined
    let made: T | undefined
    const prepared = (): T => {
      if (made === undefined || on !== this.database) {
        made = prepareServed(this.database, make, () => this.#isReplacedSoon())
        on = this.database
      }
      return made
    }
    try {
      prepared()
    } catch {
      // The error is ignored, since the returned function fails in the same way, and its caller can report the error.
    }
    return prepared
  }

  /** Checks for commits. If there were any, emits `changed` before it returns. */
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
    // Set only after the read, so if the read fails, the next refresh tries again.
    this.#seen = version
    this.#hasMoved = false
    this.#checkpoint = checkpoint
    this.#stopped = new Map(
      generations.flatMap(({ name, stopped }) => (stopped === null ? [] : [[name, stopped]])),
    )
    if (isMoved || checkpoint?.version !== before?.version) this.emit('changed', changes, isExtended)
  }

  /**
   * Refreshes, then runs a function in the same transaction, so all its reads see one state. A listener of `changed` must not call this,
   * because it refreshes.
   */
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

  /** Whether nothing was committed since the last check. Within a transaction, only commits before its start count. */
  isCurrent(): boolean {
    return this.#connection.version.get() === this.#seen
  }

  /**
   * Checks for commits at intervals, and at once when a thread of this process has committed. So `changed` is emitted without a call of
   * `refresh`.
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

  /** Whether another file is being folded to replace the open one, or has replaced it. */
  #isReplacedSoon(): boolean {
    const { file } = this.#connection
    return modelsFiles(this.#directory).some(({ number }) => number > file.number)
  }

  /**
   * Opens the serving file if the open one was replaced or deleted. A writer may have been killed before it marked the open file as
   * replaced. If there is no file that this version can read, the open one stays.
   */
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
