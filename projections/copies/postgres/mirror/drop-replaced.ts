// Schemas that a load has replaced. They are dropped separately from the load, because a reader's open transaction may delay the
// drop without limit. Views that users made on these tables are first changed to read the current tables.
import { quote } from '../../../engine/table/ddl.ts'
import { rowsOf, type Session } from '../session.ts'
import { oldSchema } from './load.ts'

const replaced = async (session: Session, schema: string): Promise<string[]> => {
  const rows = await rowsOf(session, 'SELECT nspname FROM pg_namespace WHERE starts_with(nspname, $1)', [
    oldSchema(schema, ''),
  ])
  return rows.flatMap(([name]) => name ?? [])
}

/** Whether a schema must be dropped. */
export const areReplaced = async (session: Session, schema: string): Promise<boolean> =>
  (await replaced(session, schema)).length > 0

/** Views outside of a schema that read it, whose owner's role this role may use, with the statements that make them. */
const VIEWS = `
  SELECT DISTINCT view.oid::regclass, quote_ident(pg_get_userbyid(view.relowner)), pg_get_viewdef(view.oid), quote_ident(source.nspname)
  FROM pg_namespace AS source
    JOIN pg_depend ON (refclassid = 'pg_class'::regclass AND refobjid IN (SELECT oid FROM pg_class WHERE relnamespace = source.oid))
      OR (refclassid = 'pg_proc'::regclass AND refobjid IN (SELECT oid FROM pg_proc WHERE pronamespace = source.oid))
    JOIN pg_rewrite AS rule ON classid = 'pg_rewrite'::regclass AND rule.oid = objid
    JOIN pg_class AS view ON view.oid = rule.ev_class
  WHERE source.nspname = $1 AND view.relkind = 'v' AND view.relnamespace <> source.oid
    AND pg_has_role(current_user, view.relowner, 'MEMBER')`

/**
 * Changes the users' views to read the current schema.
 * @returns names of the views for which that fails because a column no longer exists
 */
const moveViews = async (session: Session, old: string, schema: string): Promise<string[]> => {
  // With an empty search path all names are written with their schema.
  await session.query("SET search_path = ''")
  const lost: string[] = []
  for (const [view = '', owner, text = '', source] of await rowsOf(session, VIEWS, [old]))
    try {
      await session.query(
        `BEGIN; SET LOCAL ROLE ${owner}; CREATE OR REPLACE VIEW ${view} AS ${text?.replaceAll(`${source}.`, `${quote(schema)}.`)}; COMMIT`,
      )
    } catch {
      await session.query('ROLLBACK')
      lost.push(view ?? '')
    }
  return lost
}

/**
 * Drops schemas that were replaced.
 * @param session a session that is not pipelined; it must not be used after an error
 * @returns names of the users' views that are dropped with them
 * @throws {Error} when a schema is still read after a wait
 */
export const dropReplaced = async (session: Session, schema: string): Promise<string[]> => {
  const lost: string[] = []
  for (const old of await replaced(session, schema)) {
    lost.push(...(await moveViews(session, old, schema)))
    await session.query(`DROP SCHEMA ${quote(old)} CASCADE`)
  }
  return lost
}
