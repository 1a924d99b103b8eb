// A directory inside another directory, for one process at a time. A later process takes over a directory whose process has ended.
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../../schema/errors.ts'
import { takeLock } from '../../../schema/platform/locks/file-lock.ts'
import { lockPath } from '../../../schema/platform/locks/lock-directory.ts'
import { messageOf } from '../../../schema/platform/message-of.ts'

/** `mkdtemp` appends this number of characters. */
const RANDOM = 6

/** @returns a function that releases the lock; undefined if the directory's process is running */
const takeOver = (directory: string): (() => void) | undefined => {
  try {
    // Directories of other programs may have similar names, but no lock. Another user could exchange the files.
    if (!existsSync(lockPath(directory)) || lstatSync(directory).uid !== process.getuid?.()) return undefined
    return takeLock(lockPath(directory))
  } catch {
    return undefined
  }
}

/**
 * Takes a directory whose process has ended or, if there is none, a new one.
 * @param parent parent directory; created if missing
 * @param prefix start of the directory's name
 * @param setting name of the parent directory's setting
 * @throws {StartupError} if it cannot be created
 */
export const takePrivateDirectory = (
  parent: string,
  prefix: string,
  setting = 'DATA_DIR',
): { readonly directory: string; readonly release: () => void } => {
  try {
    mkdirSync(parent, { recursive: true })
    for (const name of readdirSync(parent).sort()) {
      if (!name.startsWith(prefix) || name.length !== prefix.length + RANDOM) continue
      const release = takeOver(join(parent, name))
      if (release !== undefined) return { directory: join(parent, name), release }
    }
    // The lock comes before the name, so no other process takes the directory over.
    const made = mkdtempSync(join(parent, `new-${prefix}`))
    const release = takeLock(lockPath(made)) ?? (() => {})
    const directory = join(parent, `${prefix}${made.slice(-RANDOM)}`)
    renameSync(made, directory)
    return { directory, release }
  } catch (error) {
    throw new StartupError(
      `no directory for the copy of the models can be made in ${parent} (${messageOf(error)}): check ${setting}`,
      { cause: error },
    )
  }
}
