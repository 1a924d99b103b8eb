// Reads the state of the copy in PostgreSQL, from the row that every commit changes first.

import pg from 'pg'
import { type CopyState, CopyStopped } from '../protocol/copy-state.ts'
import { named } from './layout.ts'
import { rowsOf, type Session } from './session.ts'

/** Another writer has committed, or the copy was dropped. The state that this writer knows is outdated. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** PostgreSQL's error code for a table or schema that does not exist. */
export const UNDEFINED_TABLE = '42P01'

const COLUMNS = 'load, version, layout, network, source, models, seq, slot, id, height, digest'

/** @returns undefined if nothing was loaded yet. @throws {CopyStopped} if the schema contains something else */
export const readMirror = async (session: Session, schema: string): Promise<CopyState | undefined> => {
  const [row] = await rowsOf(session, `SELECT ${COLUMNS} FROM ${named(schema, 'mirror')}`).catch(
    async (error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== UNDEFINED_TABLE) throw error
      // Another mirror may have loaded a copy by now. The next check reads the state again.
      const others = await rowsOf(
        session,
        `SELECT FROM pg_namespace AS n WHERE nspname = $1
           AND NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = n.oid AND relname = 'mirror')`,
        [schema],
      )
      if (others.length === 0) return []
      throw new CopyStopped(
        `the schema ${schema} exists and was not made by a mirror: choose another POSTGRES_SCHEMA`,
      )
    },
  )
  if (row === undefined) return undefined
  const [load, version, layout, network, source, models, seq, slot, id, height, digest] = row.map(String)
  return {
    load: load ?? '',
    version: Number(version),
    layout: Number(layout),
    network: network ?? '',
    source: source ?? '',
    models: JSON.parse(models ?? '{}'),
    seq: Number(seq),
    slot: Number(slot),
    id: id ?? '',
    height: Number(height),
    digest: digest ?? '',
  }
}
