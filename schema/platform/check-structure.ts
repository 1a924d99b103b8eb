// Checks the structure of a database file. The check reads every page, but does not find a flipped bit in a value.
import type Database from 'better-sqlite3'
import { damaged, type StoredFile, storageError } from './storage-error.ts'

/**
 * @param table checks only this table and its indexes; by default the whole file
 * @throws {StorageError} if pages, indexes or constraints contradict each other
 */
export const checkStructure = (database: Database.Database, file: StoredFile, table?: string): void => {
  const path = database.name
  try {
    const found = String(
      database.pragma(`integrity_check(${table === undefined ? 1 : `'${table}'`})`, { simple: true }),
    )
    if (found !== 'ok') throw damaged(path, file, found.replace(/\s*\n\s*/g, ' '))
  } catch (error) {
    throw storageError(error, path, file) ?? error
  }
}
