// Makes the SQL of a table and its indexes from its description. A table's name in the file contains its generation, so the file can have
// two generations of a model.
import type { Column } from './column.ts'
import type { Index, Table } from './table.ts'

export const quote = (name: string): string => `"${name}"`
export const list = (names: readonly string[]): string => names.map(quote).join(', ')

export const columnNames = (table: Table): string[] => Object.keys(table.columns)
export const undoName = (sqlName: string): string => `undo_${sqlName}`
export const indexName = (sqlName: string, name: string): string => `${sqlName}_${name}`

export const columnSql = (name: string, column: Column): string =>
  `${quote(name)} ${column.sqlite}${column.isNullable ? '' : ' NOT NULL'}`

/** SQLite stores rows in the order of a key of one integer column. Undefined for other keys. */
const rowidKey = (table: Table): string | undefined => {
  const [key, ...more] = table.key
  return key !== undefined && more.length === 0 && table.columns[key]?.sqlite === 'INTEGER' ? key : undefined
}

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

/** Keys are the indexes' names in the file. */
export const indexesSql = (table: Table, sqlName = table.name): Map<string, IndexSql> =>
  new Map(
    Object.entries(table.indexes).map(([name, index]) => [
      indexName(sqlName, name),
      { sql: indexSql(sqlName, name, index), isLate: index.isLate },
    ]),
  )
