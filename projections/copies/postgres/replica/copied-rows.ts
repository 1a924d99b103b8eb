// Reads rows of a table of the copy in pieces: all rows in one transaction, or one page in one statement.
import type { Column, Stored } from '../../../engine/table/column.ts'
import { columnNames, list, quote } from '../../../engine/table/ddl.ts'
import type { Table } from '../../../engine/table/table.ts'
import { fromText } from '../../protocol/column-text.ts'
import { columnList, named } from '../layout.ts'
import { rowsOf, type Session, type TextRow } from '../session.ts'

/** Number of rows that are fetched in one step of a transaction. */
const FETCHED = 10_000

const columnsOf = (table: Table): Column[] => columnNames(table).flatMap((name) => table.columns[name] ?? [])

/** Converts rows of PostgreSQL, with all columns of a table in their order, to SQLite's values. */
const storedRows = (table: Table, rows: readonly TextRow[]): Stored[][] => {
  const columns = columnsOf(table)
  return rows.map((row) => columns.map((column, at) => fromText(column, row[at] ?? null)))
}

/** Every row of a table, read through a cursor that is open until the caller's transaction ends. */
export async function* copiedRows(
  session: Session,
  schema: string,
  table: Table,
): AsyncGenerator<Stored[][]> {
  const cursor = quote(table.name)
  const fetch = () => rowsOf(session, `FETCH ${FETCHED} FROM ${cursor}`)
  // The statements are sent together: most tables have less than a page and are read in one round trip.
  const [, first] = await Promise.all([
    session.query(
      `DECLARE ${cursor} CURSOR FOR SELECT ${columnList(table)} FROM ${named(schema, table.name)}`,
    ),
    fetch(),
  ])
  for (let rows = first; ; rows = await fetch()) {
    yield storedRows(table, rows)
    if (rows.length < FETCHED) return
  }
}

/** Key of a row in PostgreSQL's text form. */
export type CopiedKey = TextRow

export type Page = Awaited<ReturnType<typeof readPage>>

/** Statement that reads the next rows of a table in the order of its key: with the last page's key as values, or the first page. */
export const pageSql = (schema: string, table: Table, isFirst: boolean, limit: number): string => {
  const key = list(table.key)
  const follows = isFirst ? '' : `WHERE (${key}) > (${table.key.map((_, at) => `$${at + 1}`).join(', ')})`
  // The number is part of the text: a generic plan would scan the table.
  return `SELECT ${columnList(table)} FROM ${named(schema, table.name)} ${follows} ORDER BY ${key} LIMIT ${limit}`
}

/** @param after the last page's key; undefined for the first page */
export const readPage = async (
  session: Session,
  schema: string,
  table: Table,
  after: CopiedKey | undefined,
  limit: number,
) => {
  const found = await rowsOf(session, pageSql(schema, table, after === undefined, limit), after)
  const names = columnNames(table)
  const last = found.length < limit ? undefined : found.at(-1)
  return {
    rows: storedRows(table, found),
    /** Key of the last row; undefined when no row follows. */
    last: last && table.key.map((name) => last[names.indexOf(name)] ?? null),
    /** Characters that PostgreSQL has sent. */
    characters: found.reduce((sum, row) => row.reduce((some, text) => some + (text?.length ?? 0), sum), 0),
  }
}
