// Rights of the roles that read the copy. A load may make new tables and views, so the rights are granted again.
import { quote } from '../../../engine/table/ddl.ts'
import { rowsOf, type Session } from '../session.ts'

/** A role that does not exist yet gets its rights at a later call. */
export const grantReaders = async (
  session: Session,
  schema: string,
  roles: readonly string[],
): Promise<void> => {
  const lacking = await rowsOf(
    session,
    `SELECT rolname FROM pg_roles WHERE rolname = ANY($1) AND EXISTS (SELECT FROM pg_class
       WHERE relnamespace = $2::regnamespace AND relkind IN ('r', 'v') AND NOT has_table_privilege(pg_roles.oid, pg_class.oid, 'SELECT'))`,
    [roles, quote(schema)],
  )
  for (const [role] of lacking) {
    await session.query(`GRANT USAGE ON SCHEMA ${quote(schema)} TO ${quote(`${role}`)}`)
    await session.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${quote(schema)} TO ${quote(`${role}`)}`)
  }
}
