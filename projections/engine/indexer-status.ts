// What the indexer says of itself, in a small file beside the models, so that whoever reads them knows how far to
// trust them: a reader may be in another process, and the indexer may have died. Apart from the models, because it
// outlives a models' file and may be about one that cannot be written.
import { join } from 'node:path'
import type { Tip } from '../../schema/primitives.ts'
import { Sqlite } from '../../schema/sqlite.ts'

export interface IndexerStatus {
  /** connecting, syncing, following, waiting, rebuilding, or stopped. */
  readonly state: string
  /** Why it waits or has stopped; null when all is well. */
  readonly problem: string | null
  readonly nodeTip: Tip | 'origin' | null
  /** The last canonical block of the log. */
  readonly logEnd: Tip | null
  /** Blocks folded a second, over the last ten seconds or so. */
  readonly rate: number
  /** Whether the node is a chain file, whose tip has no wall-clock age. */
  readonly isRecorded: boolean
  /** What is folded again while the old state serves: everything, or some models by name. */
  readonly refolding: 'all' | readonly string[]
  /** Milliseconds since 1970 when this was written. Rewritten every few seconds while the indexer lives. */
  readonly at: number
}

const statusPath = (directory: string): string => join(directory, 'status.db')

/** Milliseconds that a reader or writer waits for the other. */
const WAIT = 1_000

/**
 * Opens the status of a directory for writing, or makes it.
 * @throws {SqliteError} when the file cannot be written, as `write` does.
 */
export const statusWriter = (
  directory: string,
): { readonly write: (status: IndexerStatus) => void; readonly close: () => void } => {
  const database = new Sqlite(statusPath(directory), { timeout: WAIT })
  database.pragma('journal_mode = WAL')
  // A status that is lost in a power cut is of no use after it.
  database.pragma('synchronous = OFF')
  database.exec(
    'CREATE TABLE IF NOT EXISTS status (only INTEGER PRIMARY KEY CHECK (only = 1), status TEXT NOT NULL) STRICT',
  )
  const write = database.prepare(
    'INSERT INTO status VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET status = excluded.status',
  )
  return {
    write: (status) => {
      write.run(JSON.stringify(status))
    },
    close: () => database.close(),
  }
}

export interface StatusReader {
  /** The last status written; undefined when there is none. */
  read(): IndexerStatus | undefined
  /** Whether it was written since this was last asked. */
  isNew(): boolean
  close(): void
}

/** Reads the status of a directory, which may not have one yet. */
export const statusReader = (directory: string): StatusReader => {
  let opened: { readonly database: InstanceType<typeof Sqlite>; seen: unknown } | undefined
  const database = () => {
    try {
      opened ??= {
        database: new Sqlite(statusPath(directory), { readonly: true, fileMustExist: true, timeout: WAIT }),
        seen: undefined,
      }
    } catch {
      // The indexer has never run here.
    }
    return opened
  }
  return {
    read() {
      const text = database()?.database.prepare('SELECT status FROM status').pluck().get()
      return typeof text === 'string' ? JSON.parse(text) : undefined
    },
    isNew() {
      const reader = database()
      if (reader === undefined) return false
      const version = reader.database.pragma('data_version', { simple: true })
      const isNew = version !== reader.seen
      reader.seen = version
      return isNew
    },
    close() {
      opened?.database.close()
      opened = undefined
    },
  }
}
