// Flushes a file's contents to the disk, or the names in a directory.
import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** @throws {Error} if the file system refuses */
export const syncFile = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * @returns false if there is no such file
 * @throws {Error} if the file system refuses
 */
export const copySynced = (from: string, to: string): boolean => {
  if (!existsSync(from)) return false
  mkdirSync(dirname(to), { recursive: true })
  try {
    copyFileSync(from, to)
  } catch (error) {
    if (!existsSync(from)) return false
    throw error
  }
  syncFile(to)
  return true
}
