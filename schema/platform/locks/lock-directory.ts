// The lock of a data directory, which allows one writer while other processes read its databases. The system releases the lock when the
// process ends. The directory itself is locked, so removing a file in it does not get around the lock. If `flock` does not exist, a file in
// the directory is locked.
import { spawnSync } from 'node:child_process'
import { accessSync, closeSync, constants, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../errors.ts'
import { storageError } from '../storage-error.ts'
import { takeLock } from './file-lock.ts'

export const lockPath = (dataDir: string): string => join(dataDir, 'lock.db')

/** @throws {StartupError} if the directory cannot be made or written to */
export const makeDirectory = (directory: string, setting = 'DATA_DIR'): void => {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(
      `${setting}: ${directory} cannot be written to (${error instanceof Error ? error.message : error}): change its permissions, or choose another`,
    )
  }
}

/**
 * @param setting name of the directory's setting
 * @returns a function that releases the lock
 * @throws {StartupError} if another process has locked the directory, or if the directory cannot be written to
 */
export const lockDirectory = (directory: string, setting = 'DATA_DIR'): (() => void) => {
  makeDirectory(directory, setting)
  const release = lock(directory, setting)
  if (release === undefined)
    throw new StartupError(
      `${setting} ${directory} is in use by another process: stop it, or choose another ${setting} for this one`,
    )
  return release
}

const lock = (directory: string, setting: string): (() => void) | undefined => {
  const path = lockPath(directory)
  let opened: number | undefined
  try {
    opened = openSync(directory, 'r')
    // The command inherits the open directory, to which the lock belongs. Exit codes above 1 come from file systems without such locks.
    const { status } = spawnSync('flock', ['-n', '0'], { stdio: [opened, 'ignore', 'ignore'] })
    const [release, held] = [status === 1 ? undefined : takeLock(path), opened]
    if (release === undefined) return undefined
    opened = undefined
    return () => {
      release()
      closeSync(held)
    }
  } catch (error) {
    const { message } = storageError(error, path, 'log') ?? Object(error)
    throw new StartupError(`${setting} ${directory} cannot be locked: ${message}`, { cause: error })
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}
