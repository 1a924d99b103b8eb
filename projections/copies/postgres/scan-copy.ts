// Computes the digest of PostgreSQL's own rows, table by table, for comparison with the digest of the models' rows.
import type { Stored } from '../../engine/table/column.ts'
import { quote } from '../../engine/table/ddl.ts'
import { Digest, RowHasher } from '../../engine/table/digest.ts'
import type { ScannedState } from '../../engine/table/scan.ts'
import type { Table } from '../../engine/table/table.ts'
import { fromText } from '../protocol/column-text.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import { columnList, named } from './layout.ts'
import { readMirror } from './read-mirror.ts'
import { rowsOf, type Session } from './session.ts'

const FETCHED = 10_000

/** SQLite's values, by a cursor that is open until the caller's transaction ends. */
async function* copiedRows(session: Session, schema: string, table: Table): AsyncGenerator<Stored[]> {
  const columns = Object.values(table.columns)
  const cursor = quote(table.name)
  await session.query(
    `DECLARE ${cursor} CURSOR FOR SELECT ${columnList(table)} FROM ${named(schema, table.name)}`,
  )
  for (let count = FETCHED; count === FETCHED; ) {
    const rows = await rowsOf(session, `FETCH ${FETCHED} FROM ${cursor}`)
    count = rows.length
    for (const row of rows) yield columns.map((column, at) => fromText(column, row[at] ?? null))
  }
}

/** @returns the copy's state in the snapshot */
export const beginReading = async (session: Session, schema: string): Promise<CopyState | undefined> => {
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  return readMirror(session, schema)
}

/** Closes the open snapshot. */
export const scanTables = async (
  session: Session,
  schema: string,
  tables: readonly Table[],
): Promise<ScannedState> => {
  const whole = new Digest()
  const digests: Record<string, string> = {}
  for (const table of tables) {
    const digest = new Digest()
    const hasher = new RowHasher(table.name)
    for await (const row of copiedRows(session, schema, table)) {
      const hash = hasher.hash(row)
      digest.add(hash)
      whole.add(hash)
    }
    digests[table.name] = digest.toString()
  }
  await session.query('COMMIT')
  return { digest: whole.toString(), tables: digests }
}

/** State and digests of one snapshot. */
export const scanCopy = async (session: Session, schema: string, tables: readonly Table[]) => {
  const state = await beginReading(session, schema)
  return { state, ...(await scanTables(session, schema, tables)) }
}
