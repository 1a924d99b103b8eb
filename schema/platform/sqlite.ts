// The only import of SQLite's binding, better-sqlite3. Version 13 needs Node-API 10, and crashes without it. Node has this interface since
// 22.14. Version 12 works with older Nodes, but since Node 24.19 it ends the process if a statement is garbage-collected while no
// JavaScript runs. So version 13 is used if it works, otherwise version 12. Both have the same interface.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'

const hasNodeApi10 = Number(process.versions.napi) >= 10

/** Has SqliteError as a member. Its types are those of `better-sqlite3`. */
export const Sqlite: typeof Database = createRequire(import.meta.url)(
  hasNodeApi10 ? 'better-sqlite3-node-api' : 'better-sqlite3',
)

/**
 * Somebody else may have made the file. So expressions in its schema may only use functions without effects, and each page's cells are
 * checked when read. The binding itself sets SQLITE_DBCONFIG_DEFENSIVE.
 * @throws {SqliteError} if the file cannot be opened. For a missing directory the binding itself throws an error without a code
 */
export const openSqlite = (path: string, options?: Database.Options): Database.Database => {
  if (!existsSync(dirname(path)))
    throw new Sqlite.SqliteError('its directory does not exist', 'SQLITE_CANTOPEN')
  const database = new Sqlite(path, options)
  database.pragma('trusted_schema = OFF')
  database.pragma('cell_size_check = ON')
  return database
}

/**
 * A writer first moves the WAL into the file. SQLite itself would not move it while a reader is open, and would move only the part before
 * the first damaged page.
 */
export const closeSqlite = (database: Database.Database): void => {
  try {
    if (!database.readonly) database.pragma('wal_checkpoint(TRUNCATE)')
  } catch {
    // The disk may be full. Nothing is lost: everything is in the WAL.
  } finally {
    database.close()
  }
}
