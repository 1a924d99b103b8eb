// All rows of a table of the copy, some at a time, within the caller's transaction.
import type { Column, Stored } from '../engine/column.ts'
import { columnNames } from '../engine/ddl.ts'
import type { Table } from '../engine/table.ts'
import { fromText } from './column-text.ts'
import { columnList, named } from './layout.ts'
import { rowsOf, type Session, type TextRow } from './session.ts'

/** Rows fetched at once. */
const PAGE = 10_000

const columnsOf = (table: Table): Column[] => columnNames(table).flatMap((name) => table.columns[name] ?? [])

/** Rows as PostgreSQL writes them, with all of a table's columns in their order, as SQLite holds them. */
export const storedRows = (table: Table, rows: readonly TextRow[]): Stored[][] => {
  const columns = columnsOf(table)
  return rows.map((row) => columns.map((column, at) => fromText(column, row[at] ?? null)))
}

/** Every row of a table, read through a cursor. */
export async function* copiedRows(
  session: Session,
  schema: string,
  table: Table,
): AsyncGenerator<Stored[][]> {
  await session.query(`DECLARE rows CURSOR FOR SELECT ${columnList(table)} FROM ${named(schema, table.name)}`)
  for (;;) {
    const rows = await rowsOf(session, `FETCH ${PAGE} FROM rows`)
    yield storedRows(table, rows)
    if (rows.length < PAGE) break
  }
  await session.query('CLOSE rows')
}
