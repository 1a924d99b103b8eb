// Rollback. While the journal is on, a state table's triggers save each changed row as it was before a slot first changed it. A rollback to
// a slot restores, for each key changed after the slot, the oldest row that was saved after the slot. It also deletes the later rows of
// append tables. Models contain no code for rollbacks, so no model can forget a column.
//
// The saved rows of a slot also have the keys that the slot changed. From these keys, `changes` is filled after a commit and at a rollback.
// A row's topics are read before a rollback deletes the row.
import type Database from 'better-sqlite3'
import { POSITIONS_PER_SLOT } from '../../../schema/block-limits.ts'
import { columnNames, columnSql, list, quote, undoName } from './ddl.ts'
import { positionOf, type Table } from './table.ts'

export interface StoredTable {
  readonly table: Table
  readonly sqlName: string
}

export class Journal {
  readonly #tables: readonly TableJournal[]

  constructor(database: Database.Database, tables: readonly StoredTable[]) {
    this.#tables = tables.map((table) => tableJournal(database, table))
  }

  /** Only tables in `touched` are read. */
  publish(version: number, slot: number, touched: ReadonlySet<string>): void {
    for (const table of this.#tables)
      if (touched.has(table.sqlName))
        for (const statement of table.publish) statement.run({ version, from: slot, to: slot })
  }

  /** Back to the end of `slot`. Announces the changed keys under `version`. */
  rollBack(slot: number, version: number): void {
    for (const table of this.#tables) {
      for (const statement of table.publish)
        statement.run({ version, from: slot + 1, to: Number.MAX_SAFE_INTEGER })
      for (const statement of table.rollBack) statement.run({ slot, position: positionOf(slot + 1, 0) })
    }
  }

  /** Rows that were saved before `slot`, to which the chain cannot return. */
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

/** One row per key: the key's values and the row's topics, both as JSON. */
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
  // With min(), SQLite reads the other columns from the row with the minimum.
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
            // The current or the earlier row may be missing, and their topics may differ, so both are announced.
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
      // Comes last, because the statements before may restore a row that was created after the slot.
      table.isPositioned
        ? cutOff()
        : database.prepare(`DELETE FROM ${name} WHERE (${key}) IN (${earliest(0, key)})`),
      database.prepare(`DELETE FROM ${undo} WHERE undo_slot > @slot`),
    ],
    prune: database.prepare(`DELETE FROM ${undo} WHERE undo_slot < @slot`),
  }
}

/** Rows before their first change in each slot. */
const undoSql = (table: Table, sqlName: string): string => {
  const columns = Object.entries(table.columns).map(([name, column]) =>
    columnSql(name, { ...column, isNullable: !table.key.includes(name) }),
  )
  return (
    `CREATE TABLE ${quote(undoName(sqlName))} (undo_slot INTEGER NOT NULL, existed INTEGER NOT NULL, ${columns.join(', ')}, ` +
    `PRIMARY KEY (undo_slot, ${list(table.key)})) STRICT, WITHOUT ROWID`
  )
}

const triggersSql = (table: Table, sqlName: string): string[] => {
  const all = columnNames(table)
  const record = (existed: 0 | 1, names: readonly string[], row: 'OLD' | 'NEW'): string =>
    `INSERT OR FAIL INTO ${quote(undoName(sqlName))} (undo_slot, existed, ${list(names)}) ` +
    `SELECT slot, ${existed}, ${names.map((name) => `${row}.${quote(name)}`).join(', ')} FROM control ` +
    // The condition is in the statement and not in the trigger's WHEN, so that a change reads `control` only once.
    'WHERE journal ON CONFLICT DO NOTHING'
  const trigger = (event: string, body: string): string =>
    `CREATE TRIGGER ${quote(`${sqlName}_on_${event.toLowerCase()}`)} AFTER ${event} ON ${quote(sqlName)} BEGIN ${body}; END`
  const keyChanged = table.key.map((name) => `NEW.${quote(name)} IS NOT OLD.${quote(name)}`).join(' OR ')
  return [
    ...(table.isPositioned ? [] : [trigger('INSERT', record(0, table.key, 'NEW'))]),
    trigger('UPDATE', record(1, all, 'OLD')),
    trigger('DELETE', record(1, all, 'OLD')),
    // The journal identifies a row by its key.
    `CREATE TRIGGER ${quote(`${sqlName}_keeps_key`)} BEFORE UPDATE OF ${list(table.key)} ON ${quote(sqlName)} ` +
      `WHEN ${keyChanged} BEGIN SELECT RAISE(ABORT, 'a key may not change'); END`,
  ]
}

export const journalSql = (table: Table, sqlName: string): string[] => [
  undoSql(table, sqlName),
  ...triggersSql(table, sqlName),
]
