// Makes a table's SQL from its description: the table, its indexes and, for state tables, the undo journal and the
// triggers that fill it while the journal is on. The file's table names contain the generation, so that it can hold two
// generations of a model.
import type { Column } from './column.ts'
import type { Index, Table } from './table.ts'

export const quote = (name: string): string => `"${name}"`
export const list = (names: readonly string[]): string => names.map(quote).join(', ')

export const columnNames = (table: Table): string[] => Object.keys(table.columns)
export const undoName = (sqlName: string): string => `undo_${sqlName}`
export const indexName = (sqlName: string, name: string): string => `${sqlName}_${name}`

const columnSql = (name: string, column: Column): string =>
  `${quote(name)} ${column.sqlite}${column.isNullable ? '' : ' NOT NULL'}`

/** The integer column that alone is the key, if the table has one: SQLite then stores the rows in its order. */
const rowidKey = (table: Table): string | undefined => {
  const [key, ...more] = table.key
  return key !== undefined && more.length === 0 && table.columns[key]?.sqlite === 'INTEGER' ? key : undefined
}

/** `CREATE TABLE` of the rows alone. */
export const tableSql = (table: Table, sqlName: string): string => {
  const rowid = rowidKey(table)
  const columns = Object.entries(table.columns).map(([name, column]) =>
    name === rowid ? `${quote(name)} INTEGER PRIMARY KEY` : columnSql(name, column),
  )
  return rowid === undefined
    ? `CREATE TABLE ${quote(sqlName)} (${[...columns, `PRIMARY KEY (${list(table.key)})`].join(', ')}) STRICT, WITHOUT ROWID`
    : `CREATE TABLE ${quote(sqlName)} (${columns.join(', ')}) STRICT`
}

const indexSql = (sqlName: string, name: string, { parts, isUnique }: Index): string => {
  const columns = parts.map(
    ({ column, isDescending, bytes }) =>
      (bytes === undefined ? quote(column) : `substr(${quote(column)}, 1, ${bytes})`) +
      (isDescending ? ' DESC' : ''),
  )
  return `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quote(indexName(sqlName, name))} ON ${quote(sqlName)} (${columns.join(', ')})`
}

interface IndexSql {
  readonly sql: string
  readonly isLate: boolean
}

/** `CREATE INDEX` of each of a table's indexes, by the index's name in the file. */
export const indexesSql = (table: Table, sqlName = table.name): Map<string, IndexSql> =>
  new Map(
    Object.entries(table.indexes).map(([name, index]) => [
      indexName(sqlName, name),
      { sql: indexSql(sqlName, name, index), isLate: index.isLate },
    ]),
  )

/** The journal of a state table: a key's row as it was before the first change of each slot. */
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
    // This condition is here and not in WHEN, so that a journaled change reads `control` once.
    'WHERE journal ON CONFLICT DO NOTHING'
  const trigger = (event: string, body: string): string =>
    `CREATE TRIGGER ${quote(`${sqlName}_on_${event.toLowerCase()}`)} AFTER ${event} ON ${quote(sqlName)} BEGIN ${body}; END`
  const keyChanged = table.key.map((name) => `NEW.${quote(name)} IS NOT OLD.${quote(name)}`).join(' OR ')
  return [
    ...(table.isPositioned ? [] : [trigger('INSERT', record(0, table.key, 'NEW'))]),
    trigger('UPDATE', record(1, all, 'OLD')),
    trigger('DELETE', record(1, all, 'OLD')),
    // The journal identifies a row by its key, so a row whose key changed could not be restored.
    `CREATE TRIGGER ${quote(`${sqlName}_keeps_key`)} BEFORE UPDATE OF ${list(table.key)} ON ${quote(sqlName)} ` +
      `WHEN ${keyChanged} BEGIN SELECT RAISE(ABORT, 'a key may not change'); END`,
  ]
}

/**
 * Creates everything that a table needs except its indexes.
 * @param sqlName its name in the file
 */
export const createSql = (table: Table, sqlName = table.name): string[] =>
  table.kind === 'state'
    ? [tableSql(table, sqlName), undoSql(table, sqlName), ...triggersSql(table, sqlName)]
    : [tableSql(table, sqlName)]

/** Drops the table and the indexes that `createSql` and `indexesSql` created. */
export const dropSql = (sqlName: string): string[] => [
  `DROP TABLE IF EXISTS ${quote(sqlName)}`,
  `DROP TABLE IF EXISTS ${quote(undoName(sqlName))}`,
]
