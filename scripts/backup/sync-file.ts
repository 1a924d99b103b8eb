// Flushes a file's contents to the disk; for a directory, the names in it.
import { closeSync, fsyncSync, openSync } from 'node:fs'

/** @throws {Error} when the file system refuses */
export const syncFile = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
