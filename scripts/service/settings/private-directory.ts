// A directory for what a process can make again: it goes with the process and, when that was killed, with the next one that
// makes one.
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeLock } from '../../../fixtures/devnet/recording/file-lock.ts'
import { lockPath } from './data-directory.ts'

/** Characters that `mkdtemp` adds. */
const RANDOM = 6

/** Removes a directory unless its process lives. */
const sweep = (directory: string): void => {
  try {
    const release = takeLock(lockPath(directory))
    if (release === undefined) return
    rmSync(directory, { recursive: true, force: true })
    release()
  } catch {
    // Another process owns it, or it was removed just now.
  }
}

/**
 * Makes a directory among the system's temporary ones (`TMPDIR`), which is this process's alone.
 * @param prefix of its name, and of those that are removed because their process ended.
 */
export const makePrivateDirectory = (
  prefix: string,
): { readonly directory: string; readonly remove: () => void } => {
  for (const name of readdirSync(tmpdir())) if (name.startsWith(prefix)) sweep(join(tmpdir(), name))
  // Locked before it has the name by which another process would take it for one that was left.
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
