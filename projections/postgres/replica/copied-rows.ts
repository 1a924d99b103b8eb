// All rows of a table of the copy, some at a time, within the caller's transaction.
import type { Column, Stored } from '../../engine/table/column.ts'
import { columnNames, quote } from '../../engine/table/ddl.ts'
import type { Table } from '../../engine/table/table.ts'
import { fromText } from '../column-text.ts'
import { columnList, named } from '../layout.ts'
import { rowsOf, type Session, type TextRow } from '../session.ts'

/** Rows fetched at once. */
const PAGE = 10_000

const columnsOf = (table: Table): Column[] => columnNames(table).flatMap((name) => table.columns[name] ?? [])

/** Rows as PostgreSQL writes them, with all of a table's columns in their order, as SQLite holds them. */
export const storedRows = (table: Table, rows: readonly TextRow[]): Stored[][] => {
  const columns = columnsOf(table)
  return rows.map((row) => columns.map((column, at) => fromText(column, row[at] ?? null)))
}

/** Every row of a table, read through a cursor that is open until the transaction ends. */
export async function* copiedRows(
  session: Session,
  schema: string,
  table: Table,
): AsyncGenerator<Stored[][]> {
  const cursor = quote(table.name)
  const fetch = () => rowsOf(session, `FETCH ${PAGE} FROM ${cursor}`)
  // Sent at once: most tables have less than a page, and are read in one of the network's round trips.
  const [, first] = await Promise.all([
    session.query(
      `DECLARE ${cursor} CURSOR FOR SELECT ${columnList(table)} FROM ${named(schema, table.name)}`,
    ),
    fetch(),
  ])
  for (let rows = first; ; rows = await fetch()) {
    yield storedRows(table, rows)
    if (rows.length < PAGE) return
  }
}
