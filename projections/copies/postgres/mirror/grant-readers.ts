// Rights of the roles that read the copy. A load makes new tables, so the grants are repeated.
import { quote } from '../../../engine/table/ddl.ts'
import { named } from '../layout.ts'
import { rowsOf, type Session } from '../session.ts'

/** Lets roles read every table and view of the copy; a role that does not exist yet gets the rights at a later call. */
export const grantReaders = async (
  session: Session,
  schema: string,
  roles: readonly string[],
): Promise<void> => {
  const lacking = await rowsOf(
    session,
    'SELECT rolname FROM pg_roles WHERE rolname = ANY($1) AND NOT has_table_privilege(oid, $2, $3)',
    [roles, named(schema, 'mirror'), 'SELECT'],
  )
  for (const [role] of lacking) {
    if (role === null || role === undefined) continue
    await session.query(`GRANT USAGE ON SCHEMA ${quote(schema)} TO ${quote(role)}`)
    await session.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${quote(schema)} TO ${quote(role)}`)
  }
}
