// A reader's view of the models: a read-only connection, the checkpoint it stands at and what changed since it
// last looked. Looking costs one pragma while nothing was committed, so it is done before every answer; the
// writer may be a thread, a process, or gone.
import type Database from 'better-sqlite3'
import { EventEmitter } from 'eventemitter3'
import type { IndexerStatus } from '../engine/indexer-status.ts'
import { openModelsForReading } from '../engine/models-database.ts'
import type { Checkpoint } from '../engine/projector.ts'

/** A row that changed: its table, and its primary key's values. */
export interface Change {
  readonly model: string
  readonly key: readonly (string | number)[]
}

interface ReaderEvents {
  /** Something was committed, be it the indexer's status alone; before `changed`. */
  committed: []
  /** Rows that changed since the last look; null when there are too many to tell. */
  changed: [readonly Change[] | null]
}

/** More changes than this at once and readers start afresh instead of looking at each. */
const MAX_CHANGES = 10_000

export class ModelsReader extends EventEmitter<ReaderEvents> {
  readonly database: Database.Database
  readonly #checkpointRow: Database.Statement
  readonly #statusRow: Database.Statement
  readonly #changes: Database.Statement
  readonly #version: Database.Statement
  #seen: unknown
  #checkpoint: Checkpoint | undefined

  constructor(path: string) {
    super()
    this.database = openModelsForReading(path)
    this.#version = this.database.prepare('PRAGMA data_version').pluck()
    this.#checkpointRow = this.database.prepare('SELECT seq, slot, id, height, digest FROM checkpoint')
    this.#statusRow = this.database.prepare('SELECT status FROM indexer').pluck()
    this.#changes = this.database.prepare('SELECT model, key FROM changes WHERE seq > ? LIMIT ?')
    this.refresh()
  }

  /** The last event the models hold; undefined before the first. As of the last `refresh`. */
  get checkpoint(): Checkpoint | undefined {
    return this.#checkpoint
  }

  /** What the indexer last said of itself; undefined when it never ran here. */
  status(): IndexerStatus | undefined {
    const text = this.#statusRow.get() as string | undefined
    return text === undefined ? undefined : JSON.parse(text)
  }

  /** Looks for commits; tells `changed` before it returns when there were any. */
  refresh(): void {
    const version = this.#version.get()
    if (version === this.#seen) return
    this.#seen = version
    const before = this.#checkpoint
    this.emit('committed')
    this.#checkpoint = this.#checkpointRow.get() as Checkpoint | undefined
    if (this.#checkpoint?.seq === before?.seq) return
    // A checkpoint that went down means the models were folded again.
    const isContinued = before !== undefined && (this.#checkpoint?.seq ?? 0) > before.seq
    this.emit('changed', isContinued ? this.#changesAfter(before.seq) : null)
  }

  /**
   * Looks every so often, so that `changed` comes without anybody asking.
   * @param onFailure is told when looking fails; it is tried again
   * @returns ends it
   */
  watch(milliseconds: number, onFailure: (error: unknown) => void): () => void {
    const timer = setInterval(() => {
      try {
        this.refresh()
      } catch (error) {
        onFailure(error)
      }
    }, milliseconds)
    timer.unref()
    return () => clearInterval(timer)
  }

  close(): void {
    this.database.close()
  }

  #changesAfter(seq: number): Change[] | null {
    const rows = this.#changes.all(seq, MAX_CHANGES + 1) as { model: string; key: string }[]
    if (rows.length > MAX_CHANGES || rows.some(({ model }) => model === '*')) return null
    return rows.map(({ model, key }) => ({ model, key: JSON.parse(key) }))
  }
}
