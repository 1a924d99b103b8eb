// Checks the structure of a database file. It reads every page; a flipped bit in a value is not found by this.
import type Database from 'better-sqlite3'
import { damaged, type StoredFile, storageError } from './storage-error.ts'

/** @throws {StorageError} when pages, indexes or constraints do not agree */
export const checkStructure = (database: Database.Database, file: StoredFile): void => {
  const path = database.name
  try {
    const found = String(database.pragma('integrity_check(1)', { simple: true }))
    if (found !== 'ok') throw damaged(path, file, found.replace(/\s*\n\s*/g, ' '))
  } catch (error) {
    throw storageError(error, path, file) ?? error
  }
}
