// From a table's description to its SQL: the table and its indexes and, for state tables, the undo journal and
// the triggers that fill it while the journal is on.
import type { Column, Columns, Table } from './table.ts'

const STORAGE = { integer: 'INTEGER', bigint: 'INTEGER', text: 'TEXT', blob: 'BLOB' } as const

export const quote = (name: string): string => `"${name}"`
export const list = (names: readonly string[]): string => names.map(quote).join(', ')

export const columnNames = (table: Table): string[] => Object.keys(table.columns)
export const undoName = (table: Table): string => `undo_${table.name}`

const columnSql = (name: string, column: Column): string =>
  `${quote(name)} ${STORAGE[column.type]}${column.nullable ? '' : ' NOT NULL'}`

const isRowidKey = (table: Table): boolean => {
  const [key, ...more] = table.key
  return key !== undefined && more.length === 0 && table.columns[key]?.type === 'integer'
}

/** `CREATE TABLE` of a table. */
export const tableSql = (table: Table): string => {
  const columns = Object.entries(table.columns).map(([name, column]) => columnSql(name, column))
  const rowid = isRowidKey(table)
  const key = rowid
    ? columns.map((sql) =>
        sql.startsWith(`${quote(table.key[0] ?? '')} `)
          ? `${quote(table.key[0] ?? '')} INTEGER PRIMARY KEY`
          : sql,
      )
    : [...columns, `PRIMARY KEY (${list(table.key)})`]
  return `CREATE TABLE ${quote(table.name)} (${key.join(', ')}) STRICT${rowid ? '' : ', WITHOUT ROWID'}`
}

export const indexName = (table: Table, columns: readonly string[]): string =>
  `${table.name}_by_${columns.join('_')}`

/** `CREATE INDEX` of each of a table's indexes. */
export const indexSql = (table: Table): string[] =>
  table.indexes.map(
    ({ columns, unique }) =>
      `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quote(indexName(table, columns))} ON ${quote(table.name)} (${list(columns)})`,
  )

/** The journal of a state table: a key's row as it was before the first change of each slot. */
const undoSql = (table: Table<Columns>): string => {
  const columns = Object.entries(table.columns).map(([name, column]) =>
    columnSql(name, { ...column, nullable: !table.key.includes(name) }),
  )
  return (
    `CREATE TABLE ${quote(undoName(table))} (undo_slot INTEGER NOT NULL, existed INTEGER NOT NULL, ${columns.join(', ')}, ` +
    `PRIMARY KEY (undo_slot, ${list(table.key)})) STRICT, WITHOUT ROWID`
  )
}

const triggersSql = (table: Table): string[] => {
  const all = columnNames(table)
  const record = (existed: 0 | 1, names: readonly string[], row: 'OLD' | 'NEW'): string =>
    `INSERT OR FAIL INTO ${quote(undoName(table))} (undo_slot, existed, ${list(names)}) ` +
    `SELECT slot, ${existed}, ${names.map((name) => `${row}.${quote(name)}`).join(', ')} FROM control ` +
    // Asked here and not in WHEN, so that a journaled change looks into control once.
    'WHERE journal ON CONFLICT DO NOTHING'
  const trigger = (event: string, body: string): string =>
    `CREATE TRIGGER ${quote(`${table.name}_on_${event.toLowerCase()}`)} AFTER ${event} ON ${quote(table.name)} BEGIN ${body}; END`
  const keyChanged = table.key.map((name) => `NEW.${quote(name)} IS NOT OLD.${quote(name)}`).join(' OR ')
  return [
    trigger('INSERT', record(0, table.key, 'NEW')),
    trigger('UPDATE', record(1, all, 'OLD')),
    trigger('DELETE', record(1, all, 'OLD')),
    // The journal knows a row by its key, so a row that changed its key would lose its way back.
    `CREATE TRIGGER ${quote(`${table.name}_keeps_key`)} BEFORE UPDATE OF ${list(table.key)} ON ${quote(table.name)} ` +
      `WHEN ${keyChanged} BEGIN SELECT RAISE(ABORT, 'a key may not change'); END`,
  ]
}

/** Everything a table needs but its indexes. */
export const createSql = (table: Table): string[] =>
  table.kind === 'state' ? [tableSql(table), undoSql(table), ...triggersSql(table)] : [tableSql(table)]
