// Schemas that a load has replaced. They are dropped apart from the load, because a reader's open transaction may hold that up
// for as long as it likes.
import { quote } from '../../engine/table/ddl.ts'
import { rowsOf, type Session } from '../session.ts'
import { oldSchema } from './load.ts'

const replaced = async (session: Session, schema: string): Promise<string[]> => {
  const rows = await rowsOf(session, 'SELECT nspname FROM pg_namespace WHERE starts_with(nspname, $1)', [
    oldSchema(schema, ''),
  ])
  return rows.flatMap(([name]) => name ?? [])
}

/** Whether a schema is to be dropped. */
export const areReplaced = async (session: Session, schema: string): Promise<boolean> =>
  (await replaced(session, schema)).length > 0

/**
 * Drops schemas that were replaced.
 * @param session that is not pipelined; it is of no use after an error.
 * @throws {Error} when one is still read, after a wait.
 */
export const dropReplaced = async (session: Session, schema: string): Promise<void> => {
  for (const name of await replaced(session, schema))
    await session.query(`DROP SCHEMA ${quote(name)} CASCADE`)
}
