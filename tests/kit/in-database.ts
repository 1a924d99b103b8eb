import type Database from 'better-sqlite3'
import { Sqlite } from '../../schema/platform/sqlite.ts'

/** Opens the file for this work alone. The work may also change the schema. */
export const inDatabase = <T>(path: string, work: (database: Database.Database) => T): T => {
  const database = new Sqlite(path)
  try {
    database.unsafeMode(true)
    return work(database)
  } finally {
    database.close()
  }
}

export const changeDatabase = (path: string, sql: string): void =>
  inDatabase(path, (database) => void database.exec(sql))
