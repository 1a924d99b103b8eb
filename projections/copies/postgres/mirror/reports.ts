// Stores the indexer's reports beside the copy: a reader on another machine needs them to know how current the copy is.
import { named } from '../layout.ts'
import { rowsOf, type Session } from '../session.ts'

/** @param reports JSON by part */
export const writeReports = async (
  session: Session,
  schema: string,
  reports: readonly (readonly [part: string, report: string])[],
): Promise<void> => {
  await rowsOf(
    session,
    `INSERT INTO ${named(schema, 'reports')} SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (part) DO UPDATE SET report = excluded.report`,
    [reports.map(([part]) => part), reports.map(([, report]) => report)],
  )
}
