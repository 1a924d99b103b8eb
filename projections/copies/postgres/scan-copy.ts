// Computes the digest from PostgreSQL's own rows, table by table, to compare it with the digest of the models' rows.
import { Digest, RowHasher } from '../../engine/table/digest.ts'
import type { ScannedState } from '../../engine/table/scan.ts'
import type { Table } from '../../engine/table/table.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import { readMirror } from './read-mirror.ts'
import { copiedRows } from './replica/copied-rows.ts'
import type { Session } from './session.ts'

/** Begins to read one snapshot. @returns the state of the copy in it */
export const beginReading = async (session: Session, schema: string): Promise<CopyState | undefined> => {
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  return readMirror(session, schema)
}

/** Reads every row of every table in the open snapshot, and ends it. */
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
    for await (const rows of copiedRows(session, schema, table))
      for (const row of rows) {
        const hash = hasher.hash(row)
        digest.add(hash)
        whole.add(hash)
      }
    digests[table.name] = digest.toString()
  }
  await session.query('COMMIT')
  return { digest: whole.toString(), tables: digests }
}

/** Both reads are in one snapshot. */
export const scanCopy = async (session: Session, schema: string, tables: readonly Table[]) => {
  const state = await beginReading(session, schema)
  return { state, ...(await scanTables(session, schema, tables)) }
}
