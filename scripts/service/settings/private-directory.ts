// A directory of one process within another directory: its process removes it at the end or, if the process was killed, the next
// process that makes one.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../../schema/errors.ts'
import { takeLock } from '../../../schema/platform/locks/file-lock.ts'
import { lockPath } from '../../../schema/platform/locks/lock-directory.ts'
import { messageOf } from '../../../schema/platform/message-of.ts'

/** Number of characters that `mkdtemp` appends. */
const RANDOM = 6

/** Removes a directory that a process made here, unless the process still runs. */
const sweep = (directory: string): void => {
  // Another program's directory of a similar name has no lock.
  if (!existsSync(lockPath(directory))) return
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
 * Makes a private directory.
 * @param parent parent directory; it is created if it is missing
 * @param prefix prefix of its name, and of the abandoned directories to remove
 * @throws {StartupError} if it cannot be created
 */
export const makePrivateDirectory = (
  parent: string,
  prefix: string,
): { readonly directory: string; readonly remove: () => void } => {
  try {
    mkdirSync(parent, { recursive: true })
    for (const name of readdirSync(parent))
      if (name.startsWith(prefix) && name.length === prefix.length + RANDOM) sweep(join(parent, name))
    // The directory is locked before it gets its name, so that no other process considers it abandoned.
    const made = mkdtempSync(join(parent, `new-${prefix}`))
    const release = takeLock(lockPath(made))
    const directory = join(parent, `${prefix}${made.slice(-RANDOM)}`)
    renameSync(made, directory)
    return {
      directory,
      remove() {
        rmSync(directory, { recursive: true, force: true })
        release?.()
      },
    }
  } catch (error) {
    throw new StartupError(
      `no directory for the copy of the models can be made in ${parent} (${messageOf(error)}): check DATA_DIR`,
      { cause: error },
    )
  }
}
