// Opens read models for judges.
import type Database from 'better-sqlite3'
import { Sqlite } from '../../schema/platform/sqlite.ts'

export const withModels = async <Seen>(
  path: string,
  look: (database: Database.Database) => Promise<Seen> | Seen,
): Promise<Seen> => {
  const database = new Sqlite(path, { readonly: true })
  try {
    return await look(database)
  } finally {
    database.close()
  }
}
