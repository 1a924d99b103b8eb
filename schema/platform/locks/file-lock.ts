// A lock that ends with its process, however the process ends: an SQLite file that is locked while it is open.
import { Sqlite } from '../sqlite.ts'

/**
 * Creates the file at `path` if necessary.
 * @returns a function that releases the lock; undefined if another process has it
 * @throws {Error} if the file cannot be created
 */
export const takeLock = (path: string): (() => void) | undefined => {
  const database = new Sqlite(path, { timeout: 0 })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    // Without a journal file, the lock can be acquired even on a full disk.
    database.pragma('journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
    return () => database.close()
  } catch (error) {
    database.close()
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}
