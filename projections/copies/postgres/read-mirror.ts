// The state of the copy in PostgreSQL: the row that every commit changes first.

import pg from 'pg'
import { type CopyState, CopyStopped } from '../protocol/copy-state.ts'
import { named } from './layout.ts'
import { rowsOf, rowsOfKept, type Session } from './session.ts'

/** Another writer has committed, or the copy was dropped, so this writer's state is outdated. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** The table or schema does not exist. */
const UNDEFINED_TABLE = '42P01'

/** Null in a column that forbids it. */
const NOT_NULL = '23502'

/** Named like the state's members. */
const COLUMNS = [
  ...(['load', 'version', 'layout', 'network', 'source', 'models'] as const),
  ...(['seq', 'slot', 'id', 'height', 'digest'] as const),
]

/**
 * @returns undefined if nothing was loaded yet
 * @throws {CopyStopped} if the schema contains something else
 */
export const readMirror = async (session: Session, schema: string): Promise<CopyState | undefined> => {
  const parts = COLUMNS.map((name) => `'${name}', ${name}${name === 'models' ? '::json' : ''}`)
  const state = `SELECT json_build_object(${parts.join(', ')}) FROM ${named(schema, 'mirror')}`
  const [[text] = []] = await rowsOf(session, state).catch(async (error: unknown) => {
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
  })
  return typeof text === 'string' ? JSON.parse(text) : undefined
}

/**
 * If the stored state is not the one that this writer has read, the statement sets `load` to null, which PostgreSQL refuses. Every writer
 * changes this row first, so others wait, or find that they are too late.
 * @param before undefined for a new copy
 * @throws {Fenced} if another writer has committed since the state was read
 */
export const writeState = async (
  session: Session,
  schema: string,
  before: Pick<CopyState, 'load' | 'version' | 'digest'> | undefined,
  after: CopyState,
): Promise<void> => {
  const mirror = named(schema, 'mirror')
  const values = COLUMNS.map((name) => (name === 'models' ? JSON.stringify(after.models) : after[name]))
  const [load, ...others] = COLUMNS.map((_, at) => `$${at + 1}`)
  const columns = `${COLUMNS.join(', ')}, written`
  if (before === undefined) {
    const inserted = [load, ...others].join(', ')
    await rowsOf(session, `INSERT INTO ${mirror} (${columns}) VALUES (${inserted}, now())`, values)
    return
  }
  try {
    await rowsOfKept(
      session,
      `UPDATE ${mirror} SET (${columns}) =
         ROW(CASE WHEN load = $12 AND version = $13 AND digest = $14 THEN ${load} END, ${others.join(', ')}, now())`,
      [...values, before.load, before.version, before.digest],
    )
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (code === NOT_NULL) throw new Fenced('another indexer has written to the copy')
    throw code === UNDEFINED_TABLE ? new Fenced('the copy was dropped') : error
  }
}
