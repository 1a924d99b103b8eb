// Turns SQLite's error for a file that cannot be read or written into one line that names the file and says what to do. The code that
// opened the file converts errors where they occur, so that their code and message are the same in every thread and command. Errors that
// are not about the file, such as a bug in a statement, are not converted.

import { basename } from 'node:path'
import { StartupError } from '../errors.ts'
import type { HasOutsideText } from './message-of.ts'

/** The kind of a database file decides how the file is repaired. */
export type StoredFile = 'log' | 'models'

/** A database file cannot be read or written. The message is one line for the operator. */
export class StorageError extends Error implements HasOutsideText {
  override readonly name = 'StorageError'
  readonly outside: string

  /** The cause can be removed while the service runs, so another try may succeed. */
  readonly isPassing: boolean

  constructor(path: string, problem: string, isPassing: boolean, options?: ErrorOptions) {
    super(`${path} ${problem}`, options)
    this.isPassing = isPassing
    this.outside = `${basename(path)} ${problem}`
  }
}

const REPAIR: Readonly<Record<StoredFile, string>> = {
  log: 'restore a backup or a snapshot into another DATA_DIR, or sync again there',
  models: 'stop the service and run npm run rebuild',
}

/** Only a repair helps. */
export const damaged = (path: string, file: StoredFile, reason: string, cause?: unknown): StorageError =>
  new StorageError(path, `is damaged (${reason}): ${REPAIR[file]}`, false, { cause })

/** Such as SQLITE_FULL or EACCES; empty if the error has none. */
export const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** @returns undefined if the file that the work needs is missing */
export const unlessMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * @param error any value that was thrown by work on the file
 * @returns undefined if the error is not about the file
 */
export const storageError = (error: unknown, path: string, file: StoredFile): StorageError | undefined => {
  if (error instanceof StorageError) return error
  const code = codeOf(error)
  // With SQLITE_IOERR_SHMSIZE, the -shm file cannot grow, because the disk is full.
  const [, family] = code === 'SQLITE_IOERR_SHMSIZE' ? [code, 'FULL'] : (/^SQLITE_([A-Z]+)/.exec(code) ?? [])
  if (family === undefined || !(error instanceof Error)) return undefined
  const detail = `${code}: ${error.message}`
  const passing = (what: string, remedy: string): StorageError =>
    new StorageError(path, `${what} (${detail}): ${remedy}`, true, { cause: error })
  switch (family) {
    case 'FULL':
      return passing('cannot grow, its disk is full', 'make room on the disk')
    case 'BUSY':
    case 'LOCKED':
      return passing('is locked by another program', 'wait for that program or stop it')
    case 'IOERR':
      return passing('cannot be read or written', 'check its disk, and the file size limit of this process')
    case 'READONLY':
    case 'CANTOPEN':
    case 'PERM':
    case 'AUTH':
      return passing(
        'cannot be opened for writing',
        'check the permissions of the file and its directory; readers must be allowed to write to both',
      )
    case 'CORRUPT':
    case 'NOTADB':
      return damaged(path, file, detail, error)
    case 'CONSTRAINT':
      // The log numbers its rows itself, so a violated constraint is damage. In the models the cause is a block that cannot be folded.
      return file === 'log' ? damaged(path, file, detail, error) : undefined
    default:
      return undefined
  }
}

/** @throws {StorageError} if the file cannot be used */
export const orStorageError = <T>(path: string, file: StoredFile, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw storageError(error, path, file) ?? error
  }
}

/** @throws {StartupError} if the file cannot be used */
export const orStartupError = <T>(path: string, file: StoredFile, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    const problem = storageError(error, path, file)
    throw problem === undefined ? error : new StartupError(problem.message, { cause: error })
  }
}
