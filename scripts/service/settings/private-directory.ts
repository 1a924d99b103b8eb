// A directory for temporary files: it is removed with its process or, when that was killed, by the next process that makes
// one.
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeLock } from '../../../fixtures/devnet/recording/file-lock.ts'
import { lockPath } from './data-directory.ts'

/** Number of characters that `mkdtemp` appends. */
const RANDOM = 6

/** Removes a directory unless its process runs. */
const sweep = (directory: string): void => {
  try {
    const release = takeLock(lockPath(directory))
    if (release === undefined) return
    rmSync(directory, { recursive: true, force: true })
    release()
  } catch {
    // Another process owns the directory, or has just removed it.
  }
}

/**
 * Makes a private directory among the system's temporary ones (`TMPDIR`).
 * @param prefix of its name, and of the abandoned directories to remove
 */
export const makePrivateDirectory = (
  prefix: string,
): { readonly directory: string; readonly remove: () => void } => {
  for (const name of readdirSync(tmpdir())) if (name.startsWith(prefix)) sweep(join(tmpdir(), name))
  // The directory is locked before it gets its name, so that no other process takes it for an abandoned one.
  const made = mkdtempSync(join(tmpdir(), `new-${prefix}`))
  const release = takeLock(lockPath(made))
  const directory = join(tmpdir(), `${prefix}${made.slice(-RANDOM)}`)
  renameSync(made, directory)
  return {
    directory,
    remove() {
      rmSync(directory, { recursive: true, force: true })
      release?.()
    },
  }
}
