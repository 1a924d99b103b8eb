// Compares the schema of a models' file with the schemas that this project makes. A reader may open a file that an earlier version of the
// service made, so for readers only the form of the statements is checked. Readers run no trigger. A writer knows the exact statements of
// every table that it writes.
import type Database from 'better-sqlite3'
import { checkObjects, foreignSchema, storedObjects } from '../../../schema/platform/check-schema.ts'
import { createSql } from '../table/create-table.ts'
import { quote, undoName } from '../table/ddl.ts'
import type { Table } from '../table/table.ts'
import { type Generation, showSql, sqlNameOf } from './generations.ts'

const NAME = '"[A-Za-z][A-Za-z0-9_]*"'
const COLUMN = `(?:${NAME}|undo_slot|existed) (?:INTEGER|TEXT|BLOB)(?: PRIMARY KEY| NOT NULL)?`
const KEY = `PRIMARY KEY \\((?:undo_slot, )?${NAME}(?:, ${NAME})*\\)`
const PART = `(?:${NAME}|substr\\(${NAME}, 1, [0-9]+\\))(?: DESC)?`

/** Forms of the statements that any version of `ddl.ts` and `journal.ts` has made. */
const TABLE = new RegExp(
  `^CREATE TABLE ${NAME} \\(${COLUMN}(?:, ${COLUMN})*(?:, ${KEY})?\\) STRICT(?:, WITHOUT ROWID)?$`,
)
const INDEX = new RegExp(`^CREATE (?:UNIQUE )?INDEX ${NAME} ON ${NAME} \\(${PART}(?:, ${PART})*\\)$`)
/** Shows a generation's table, with all columns or some of them. */
const VIEW =
  /^CREATE VIEW ("?)([A-Za-z][A-Za-z0-9_]*)\1 AS SELECT (?:\*|[A-Za-z][A-Za-z0-9_]*(?:, [A-Za-z][A-Za-z0-9_]*)*) FROM \1\2_[0-9]+\1$/

/** No query of the service reads such a view. */
const isForPeople = (view: string): boolean => view.endsWith('_view')

/**
 * @param engineSql makes the engine's own tables
 * @throws {StorageError} if the file contains a statement that no version makes, and that a reader or writer would run
 */
export const checkForms = (database: Database.Database, engineSql: readonly string[]): void => {
  const own = new Set(engineSql)
  const ownTables = new Set(engineSql.map((sql) => /^CREATE TABLE (\w+)/.exec(sql)?.[1]))
  let found = 0
  checkObjects(database, 'models', ({ type, name, on, sql }) => {
    if (own.has(sql)) {
      found += 1
      return true
    }
    if (ownTables.has(on)) return false
    if (type === 'table') return TABLE.test(sql)
    if (type === 'index') return INDEX.test(sql)
    return type === 'trigger' || isForPeople(name) || VIEW.test(sql)
  })
  if (found !== own.size) throw foreignSchema(database, 'models', "a table of the engine's is missing in it")
}

const namesOf = (generations: readonly Generation[]): Set<string> =>
  new Set(
    generations
      .flatMap(({ tables, generation }) => tables.map((table) => sqlNameOf(table, generation)))
      .flatMap((name) => [name, undoName(name)]),
  )

/**
 * Drops the triggers of earlier generations, which are no longer written. Runs before the first write, within the caller's transaction.
 * @param written names in the file of the written tables
 * @param generations all in the file
 * @throws {StorageError} if the file has another table, trigger or view, or lacks one
 */
export const checkWritten = (
  database: Database.Database,
  engineTables: readonly string[],
  written: readonly (readonly [table: Table, sqlName: string])[],
  generations: readonly Generation[],
): void => {
  const expected = new Set(written.flatMap(([table, sqlName]) => createSql(table, sqlName)))
  const writtenNames = new Set(written.flatMap(([, sqlName]) => [sqlName, undoName(sqlName)]))
  const earlier = namesOf(generations)
  const serving = generations.filter(({ state }) => state === 'serving')
  for (const { tables, generation } of serving)
    for (const table of tables) expected.add(showSql(table, generation))
  const missing = new Set(expected)
  for (const { type, name, on, sql } of storedObjects(database)) {
    if (sql === null || type === 'index' || engineTables.includes(on)) continue
    const isEarlier = type !== 'view' && !writtenNames.has(on) && earlier.has(on)
    if (!expected.has(sql) && !isEarlier && !(type === 'view' && isForPeople(name)))
      throw foreignSchema(database, 'models', `this version makes no ${type} ${name} like the one in it`)
    missing.delete(sql)
    if (type === 'trigger' && isEarlier) database.exec(`DROP TRIGGER ${quote(name)}`)
  }
  for (const sql of missing)
    throw foreignSchema(database, 'models', `it lacks what ${sql.split(' ', 3).join(' ')} makes`)
}
