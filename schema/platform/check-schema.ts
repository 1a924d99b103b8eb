// Checks the schema of a database file: its tables, indexes, views and triggers. In a file that somebody else made, a trigger or a view is
// a program that would run with each commit or read.
import type Database from 'better-sqlite3'
import { damaged, type StoredFile } from './storage-error.ts'

export interface StoredObject {
  readonly type: 'table' | 'index' | 'view' | 'trigger'
  readonly name: string
  /** Name of the table or view to which the object belongs. */
  readonly on: string
  /** The statement that made the object; null for an index that SQLite made for a key. */
  readonly sql: string | null
}

export const storedObjects = (database: Database.Database): StoredObject[] =>
  database.prepare('SELECT type, name, tbl_name AS "on", sql FROM sqlite_schema').all() as StoredObject[]

export const foreignSchema = (database: Database.Database, file: StoredFile, what: string): Error =>
  damaged(database.name, file, `${what}: it is another database, or somebody else has changed it`)

/**
 * @param isKnown whether this project makes an object; not called for indexes of keys
 * @throws {StorageError} if the file contains an unknown object
 */
export const checkObjects = (
  database: Database.Database,
  file: StoredFile,
  isKnown: (object: StoredObject & { readonly sql: string }) => boolean,
): void => {
  for (const object of storedObjects(database)) {
    const { type, name, sql } = object
    const isOfKey = type === 'index' && sql === null && name.startsWith('sqlite_autoindex_')
    if (!isOfKey && (sql === null || !isKnown({ ...object, sql })))
      throw foreignSchema(database, file, `this version makes no ${type} ${name} like the one in it`)
  }
}
