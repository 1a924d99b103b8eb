// The indexer's reports, in a small file beside the models, from which readers know whether the models are current: a reader may be in
// another process, and the indexer may have died. Each part of the indexer writes a report of its own, since parts are threads or
// processes. The file is separate from log and models, because a report may be about a failure to write one of them.
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { StorageError, storageError } from '../../schema/platform/storage-error.ts'
import type { FoldingReport, FollowingReport, IndexerStatus, Reports } from '../../schema/reports.ts'

/** Report of a follower that has not reported yet. */
export const NOT_FOLLOWING: Omit<FollowingReport, 'at'> = {
  state: 'connecting',
  problem: null,
  nodeTip: null,
  logEnd: null,
  isRecorded: false,
}

const foldingState = ({ problem, isPassing, refolding }: FoldingReport): string | undefined => {
  if (problem !== null) return isPassing ? 'waiting' : 'stopped'
  return refolding === 'all' ? 'rebuilding' : undefined
}

/** The reports combined, as old as the older report of following and folding; undefined if nothing was ever folded here. */
export const indexerStatus = ({ following, folding, mirroring }: Reports): IndexerStatus | undefined =>
  folding && {
    ...(following ?? NOT_FOLLOWING),
    state: foldingState(folding) ?? (following ?? NOT_FOLLOWING).state,
    problem: folding.problem ?? following?.problem ?? null,
    rate: folding.rate,
    refolding: folding.refolding,
    at: Math.min(folding.at, following?.at ?? folding.at),
    ...(mirroring && { mirroring }),
  }

export const statusPath = (directory: string): string => join(directory, 'status.db')

/** Time in ms that a reader or writer waits for the other. */
const WAIT = 1_000

/** Whether the file is the cause, and not its disk, another program's lock or a bug. */
const isAtFault = (error: unknown, path: string): boolean => {
  const problem = storageError(error, path, 'models')
  if (problem !== undefined) return !problem.isPassing
  // A table with other columns, or a report that is no JSON.
  return (
    error instanceof SyntaxError ||
    (error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR')
  )
}

/** Distinguishes the file from another of the same name; undefined if there is none. */
const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

const rowsOf = (database: Database.Database) =>
  database.prepare('SELECT part, report FROM reports').raw().all() as [part: string, report: string][]

const openForWriting = (path: string) => {
  const database = new Sqlite(path, { timeout: WAIT })
  try {
    database.pragma('journal_mode = WAL')
    // A status that is lost in a power cut is not needed afterwards.
    database.pragma('synchronous = OFF')
    database.exec(
      'CREATE TABLE IF NOT EXISTS reports (part TEXT PRIMARY KEY, report TEXT NOT NULL) STRICT, WITHOUT ROWID',
    )
    rowsOf(database)
    return {
      database,
      inode: inodeOf(path),
      write: database.prepare(
        'INSERT INTO reports VALUES (?, ?) ON CONFLICT (part) DO UPDATE SET report = excluded.report',
      ),
      forget: database.prepare('DELETE FROM reports WHERE part = ?'),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

type WritableStatus = ReturnType<typeof openForWriting>

interface StatusWriter {
  write(reports: Reports): void
  /** Removes the report of a part that no longer runs. */
  forget(part: keyof Reports): void
  close(): void
}

/**
 * Opens the status of a directory for writing, or makes it. A damaged file is made again: all its contents are written anew within seconds.
 * @param onDamage receives one line that reports this
 * @throws {SqliteError} if the file cannot be written, like `write`
 */
export const statusWriter = (
  directory: string,
  onDamage: (message: string) => void = () => {},
): StatusWriter => {
  const path = statusPath(directory)
  const open = (): WritableStatus => {
    try {
      return openForWriting(path)
    } catch (error) {
      if (!isAtFault(error, path)) throw error
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
      onDamage(
        `${path} was damaged (${error instanceof Error ? error.message : error}) and has been made again`,
      )
      return openForWriting(path)
    }
  }
  let file = open()
  const attempt = (work: (file: WritableStatus) => void): void => {
    // Another part may have made the file again. Writes to the removed file would succeed, and no reader would see them.
    if (file.inode !== inodeOf(path)) {
      file.database.close()
      file = open()
    }
    try {
      work(file)
    } catch (error) {
      if (!isAtFault(error, path)) throw error
      file.database.close()
      file = open()
      work(file)
    }
  }
  return {
    write: (reports) =>
      attempt(({ write }) => {
        for (const [part, report] of Object.entries(reports)) write.run(part, JSON.stringify(report))
      }),
    forget: (part) => attempt(({ forget }) => forget.run(part)),
    close: () => file.database.close(),
  }
}

export interface StatusReader {
  /**
   * The last reports; none while the file is damaged.
   * @throws {StorageError} while the file cannot be read
   */
  read(): Reports
  /** Whether the file was written since the last call; false while it cannot be read. */
  isNew(): boolean
  close(): void
}

/** Reads the status of a directory, whose file may not exist yet and may be made again. */
export const statusReader = (directory: string): StatusReader => {
  const path = statusPath(directory)
  let opened:
    | { readonly database: Database.Database; readonly inode: number | undefined; seen: unknown }
    | undefined
  const close = (): void => {
    opened?.database.close()
    opened = undefined
  }
  const reading = <T>(work: (file: NonNullable<typeof opened>) => T, otherwise: T): T => {
    try {
      const inode = inodeOf(path)
      if (opened?.inode !== inode) close()
      // The indexer has never run here.
      if (inode === undefined) return otherwise
      opened ??= {
        database: new Sqlite(path, { readonly: true, fileMustExist: true, timeout: WAIT }),
        inode,
        seen: undefined,
      }
      return work(opened)
    } catch (error) {
      if (opened !== undefined && !isAtFault(error, path)) throw storageError(error, path, 'models') ?? error
      close()
      return otherwise
    }
  }
  return {
    read: () =>
      reading<Reports>(
        ({ database }) =>
          Object.fromEntries(rowsOf(database).map(([part, report]) => [part, JSON.parse(report)])),
        {},
      ),
    isNew: () => {
      try {
        return reading((file) => {
          const version = file.database.pragma('data_version', { simple: true })
          const isNew = version !== file.seen
          file.seen = version
          return isNew
        }, false)
      } catch (error) {
        if (error instanceof StorageError) return false
        throw error
      }
    },
    close,
  }
}
