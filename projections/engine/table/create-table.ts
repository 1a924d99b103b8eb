// The statements that create a table with its journal, and drop both.
import { quote, tableSql, undoName } from './ddl.ts'
import { journalSql } from './journal.ts'
import type { Table } from './table.ts'

/** Everything except indexes. */
export const createSql = (table: Table, sqlName = table.name): string[] =>
  table.kind === 'state'
    ? [tableSql(table, sqlName), ...journalSql(table, sqlName)]
    : [tableSql(table, sqlName)]

export const dropSql = (sqlName: string): string[] => [
  `DROP TABLE IF EXISTS ${quote(sqlName)}`,
  `DROP TABLE IF EXISTS ${quote(undoName(sqlName))}`,
]
