// Stores the indexer's reports beside the copy: they tell a reader on another machine how current the copy is.
import type { Reports } from '../../../schema/reports.ts'
import { named } from '../layout.ts'
import { rowsOf, type Session } from '../session.ts'

/** Writes the reports of following and folding. The mirror's own report is for its operator alone. */
export const writeReports = async (
  session: Session,
  schema: string,
  { following, folding }: Reports,
): Promise<void> => {
  const parts = Object.entries({ following, folding }).filter(([, report]) => report !== undefined)
  await rowsOf(
    session,
    `INSERT INTO ${named(schema, 'reports')} SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (part) DO UPDATE SET report = excluded.report`,
    [parts.map(([part]) => part), parts.map(([, report]) => JSON.stringify(report))],
  )
}
