// Puts on the disk what was written to a file or, for names, to a directory.
import { closeSync, fsyncSync, openSync } from 'node:fs'

/** @throws {Error} of the file system */
export const syncFile = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
