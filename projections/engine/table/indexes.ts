// Creates and drops the indexes of the models' file, as the tables describe them. During a first sync, updating a late index would take
// more time than all other work. So a late index is made from all rows when the tip is near. Until then readers must not use it.
import type Database from 'better-sqlite3'
import { storageError } from '../../../schema/platform/storage-error.ts'
import { indexesSql, quote } from './ddl.ts'
import type { Table } from './table.ts'

/** Safe at any time, because no row depends on an index. */
export const syncIndexes = (
  database: Database.Database,
  tables: readonly (readonly [table: Table, sqlName: string])[],
): void => {
  const existing = database.prepare(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ?",
  )
  for (const [table, sqlName] of tables) {
    const described = indexesSql(table, sqlName)
    const kept = new Set<string>()
    for (const { name, sql } of existing.all(sqlName) as { name: string; sql: string }[])
      if (described.get(name)?.sql === sql) kept.add(name)
      else database.exec(`DROP INDEX ${quote(name)}`)
    // Tables of models are small, so their indexes are never late.
    const isOfModel = sqlName !== table.name
    for (const [name, { sql, isLate }] of described)
      if (!kept.has(name) && (!isLate || isOfModel)) database.exec(sql)
  }
}

const missingLateIndexes = (database: Database.Database, tables: readonly Table[]): string[] => {
  const exists = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?")
  return tables.flatMap((table) =>
    [...indexesSql(table)].flatMap(([name, { sql, isLate }]) =>
      isLate && exists.get(name) === undefined ? [sql] : [],
    ),
  )
}

export const hasLateIndexes = (database: Database.Database, table: Table): boolean =>
  missingLateIndexes(database, [table]).length === 0

/** Calls {@link hasLateIndexes} until the table has them. */
export const lateIndexesOf = (database: Database.Database, table: Table): (() => boolean) => {
  let hasThem = false
  return () => {
    hasThem ||= hasLateIndexes(database, table)
    return hasThem
  }
}

/**
 * Runs outside a transaction. Takes ten seconds or more for ten million rows.
 * @param tables of the event source
 */
export const makeLateIndexes = (database: Database.Database, tables: readonly Table[]): void => {
  const missing = missingLateIndexes(database, tables)
  if (missing.length === 0) return
  // The rows of a large table do not fit into memory, so SQLite sorts them in a file.
  database.pragma('temp_store = FILE')
  try {
    for (const sql of missing) database.exec(sql)
  } finally {
    database.pragma('temp_store = MEMORY')
  }
}

export class LateIndexes {
  /** A block was near the tip. */
  isDue = false
  #areMade = false
  readonly #database: Database.Database
  readonly #tables: readonly Table[]

  constructor(database: Database.Database, tables: readonly Table[]) {
    this.#database = database
    this.#tables = tables
  }

  /**
   * Runs outside a transaction.
   * @throws {StorageError} for example if the disk has no room; the next call tries again
   */
  makeIfDue(): void {
    if (!this.isDue || this.#areMade) return
    try {
      makeLateIndexes(this.#database, this.#tables)
    } catch (error) {
      throw storageError(error, this.#database.name, 'models') ?? error
    }
    this.#areMade = true
  }
}
