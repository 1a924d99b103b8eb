// The statements that create a table with its journal, and drop both.
import { quote, tableSql, undoName } from './ddl.ts'
import { journalSql } from './journal.ts'
import type { Table } from './table.ts'

/**
 * Creates everything that a table needs except its indexes.
 * @param sqlName the table's name in the file
 */
export const createSql = (table: Table, sqlName = table.name): string[] =>
  table.kind === 'state'
    ? [tableSql(table, sqlName), ...journalSql(table, sqlName)]
    : [tableSql(table, sqlName)]

/** Drops the table and the indexes that `createSql` and `indexesSql` created. */
export const dropSql = (sqlName: string): string[] => [
  `DROP TABLE IF EXISTS ${quote(sqlName)}`,
  `DROP TABLE IF EXISTS ${quote(undoName(sqlName))}`,
]
