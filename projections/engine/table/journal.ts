// The way back. While the journal is on, triggers keep the first pre-image of every key a slot touches; rolling
// back to a slot puts the earliest pre-images past it in place again, and cuts append tables off there. No model
// takes part, so none can forget a column.
//
// A slot's pre-images are also the exact set of keys it changed: `changes` is filled from them, forward and at a
// rollback. The topics of a row are read before a rollback removes it.
import type Database from 'better-sqlite3'
import { POSITIONS_PER_SLOT } from '../../../schema/block-limits.ts'
import { columnNames, list, quote, undoName } from './ddl.ts'
import { positionOf, type Table } from './table.ts'

/** A table and its name in the file. */
export interface StoredTable {
  readonly table: Table
  readonly sqlName: string
}

export class Journal {
  readonly #tables: readonly TableJournal[]

  constructor(database: Database.Database, tables: readonly StoredTable[]) {
    this.#tables = tables.map((table) => tableJournal(database, table))
  }

  /** Announces the keys that `slot` changed under a version; only tables in `touched` are read. */
  publish(version: number, slot: number, touched: ReadonlySet<string>): void {
    for (const table of this.#tables)
      if (touched.has(table.sqlName))
        for (const statement of table.publish) statement.run({ version, from: slot, to: slot })
  }

  /** Rolls every table back to the end of `slot`, and announces the changed keys under `version`. */
  rollBack(slot: number, version: number): void {
    for (const table of this.#tables) {
      for (const statement of table.publish)
        statement.run({ version, from: slot + 1, to: Number.MAX_SAFE_INTEGER })
      for (const statement of table.rollBack) statement.run({ slot, position: positionOf(slot + 1, 0) })
    }
  }

  /** Deletes the pre-images of slots before `slot`: the chain cannot return there any more. */
  prune(slot: number): void {
    for (const table of this.#tables) table.prune?.run({ slot })
  }
}

interface TableJournal {
  readonly sqlName: string
  readonly publish: readonly Database.Statement[]
  readonly rollBack: readonly Database.Statement[]
  readonly prune: Database.Statement | undefined
}

const jsonOf = (table: Table, column: string, prefix: string): string =>
  table.columns[column]?.sqlite === 'BLOB'
    ? `lower(hex(${prefix}${quote(column)}))`
    : `${prefix}${quote(column)}`

/** `changes` gets one row for each key: its primary key's values and its topics, both as JSON. */
const announce = (
  database: Database.Database,
  table: Table,
  topics: Readonly<Record<string, string>>,
  prefix: string,
  rows: string,
): Database.Statement => {
  const key = table.key.map((column) => jsonOf(table, column, prefix)).join(', ')
  const named = Object.entries(topics).map(
    ([topic, column]) => `'${topic}', ${jsonOf(table, column, prefix)}`,
  )
  return database.prepare(
    `INSERT INTO changes (version, table_name, key, topics) SELECT DISTINCT @version, '${table.name}', ` +
      `json_array(${key}), json_object(${named.join(', ')}) FROM ${rows} ON CONFLICT DO NOTHING`,
  )
}

const tableJournal = (database: Database.Database, { table, sqlName }: StoredTable): TableJournal => {
  const name = quote(sqlName)
  const key = list(table.key)
  const cutOff = (): Database.Statement => database.prepare(`DELETE FROM ${name} WHERE ${key} >= @position`)
  const announceMade = (topics: Readonly<Record<string, string>>): Database.Statement =>
    announce(
      database,
      table,
      topics,
      '',
      `${name} WHERE ${key} >= @from * ${POSITIONS_PER_SLOT} AND ${key} < (@to + 1) * ${POSITIONS_PER_SLOT}.0`,
    )
  if (table.kind === 'append')
    return {
      sqlName,
      publish: table.topics === undefined ? [] : [announceMade(table.topics)],
      rollBack: [cutOff()],
      prune: undefined,
    }

  const undo = quote(undoName(sqlName))
  const all = columnNames(table)
  const rest = all.filter((column) => !table.key.includes(column))
  // With min(), SQLite takes the bare columns from the row with the minimum.
  const earliest = (existed: 0 | 1, columns: string): string =>
    `SELECT ${columns} FROM (SELECT ${list(all)}, existed, min(undo_slot) FROM ${undo} ` +
    `WHERE undo_slot > @slot GROUP BY ${key}) WHERE existed = ${existed}`
  const replace =
    rest.length === 0
      ? 'NOTHING'
      : `UPDATE SET ${rest.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ')}`
  const touched = `${undo} AS u WHERE u.undo_slot BETWEEN @from AND @to`
  const sameKey = table.key.map((column) => `r.${quote(column)} = u.${quote(column)}`).join(' AND ')
  return {
    sqlName,
    publish:
      table.topics === undefined
        ? []
        : [
            // The topics of the current and of the earlier row: one of the rows may be missing, and the topics may differ.
            announce(
              database,
              table,
              table.topics,
              'r.',
              `${undo} AS u JOIN ${name} AS r ON ${sameKey} WHERE u.undo_slot BETWEEN @from AND @to`,
            ),
            announce(database, table, table.topics, 'u.', `${touched} AND u.existed = 1`),
            ...(table.isPositioned ? [announceMade(table.topics)] : []),
          ],
    rollBack: [
      database.prepare(
        `INSERT INTO ${name} (${list(all)}) ${earliest(1, list(all))} ON CONFLICT (${key}) DO ${replace}`,
      ),
      // This deletion comes second, since the restoring may have brought back rows that were created after the slot and changed later.
      table.isPositioned
        ? cutOff()
        : database.prepare(`DELETE FROM ${name} WHERE (${key}) IN (${earliest(0, key)})`),
      database.prepare(`DELETE FROM ${undo} WHERE undo_slot > @slot`),
    ],
    prune: database.prepare(`DELETE FROM ${undo} WHERE undo_slot < @slot`),
  }
}
