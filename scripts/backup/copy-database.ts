// Copies a database that another process may be writing. One read transaction spans all steps, so the copy has the state of one moment. In
// WAL mode the transaction blocks no writer, but the WAL cannot shrink until the copy ends.
import type Database from 'better-sqlite3'
import { checkStructure } from '../../schema/platform/check-structure.ts'
import { openSqlite } from '../../schema/platform/sqlite.ts'
import { codeOf, type StoredFile, storageError } from '../../schema/platform/storage-error.ts'

/** Pages of 4 KiB that are copied at once. */
const PAGES = 2_000

const LOCK_WAIT_MS = 10_000

const SOURCE: Database.Options = { readonly: true, fileMustExist: true, timeout: LOCK_WAIT_MS }

/**
 * @param onShare called with the copied share, from 0 to 1
 * @throws {StorageError} if the database or the copy cannot be read or written, or is damaged
 */
export const copyDatabase = async (
  from: string,
  to: string,
  kind: StoredFile,
  onShare: (share: number) => void = () => {},
): Promise<void> => {
  let opened: Database.Database | undefined
  try {
    const source = openSqlite(from, SOURCE)
    opened = source
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    await source.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        onShare(totalPages === 0 ? 0 : 1 - remainingPages / totalPages)
        return PAGES
      },
    })
    source.exec('COMMIT')
    onShare(1)
  } catch (error) {
    throw storageError(error, isCopyError(error) ? to : from, kind) ?? error
  } finally {
    opened?.close()
  }
}

/** Whether writing the copy failed. Read errors have their own codes, so other I/O errors come from the copy. */
const isCopyError = (error: unknown): boolean =>
  /^SQLITE_(FULL|IOERR|IOERR_WRITE|CANTOPEN)$/.test(codeOf(error))

/** @throws {StorageError} if the database cannot be read, or is damaged */
const withDatabase = <Result>(
  path: string,
  kind: StoredFile,
  options: Database.Options,
  work: (database: Database.Database) => Result,
): Result => {
  let database: Database.Database | undefined
  try {
    database = openSqlite(path, { fileMustExist: true, ...options })
    return work(database)
  } catch (error) {
    throw storageError(error, path, kind) ?? error
  } finally {
    database?.close()
  }
}

/**
 * Includes the WAL, which may contain most of the database.
 * @throws {StorageError} if the database cannot be read
 */
export const databaseBytes = (path: string, kind: StoredFile): number =>
  withDatabase(path, kind, SOURCE, (database) => {
    const read = (name: string): number => Number(database.pragma(name, { simple: true }))
    return read('page_count') * read('page_size')
  })

/**
 * SQLite's `user_version` has the layout's version.
 * @throws {StorageError} if the database cannot be read
 */
export const layoutOf = (path: string, kind: StoredFile): number =>
  withDatabase(path, kind, { readonly: true }, (database) =>
    Number(database.pragma('user_version', { simple: true })),
  )

/**
 * Also removes the copy's WAL.
 * @throws {StorageError} if the copy is damaged
 */
export const checkCopy = (path: string, kind: StoredFile): void =>
  withDatabase(path, kind, {}, (copy) => {
    copy.pragma('journal_mode = DELETE')
    checkStructure(copy, kind)
  })
