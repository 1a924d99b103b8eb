// Turns errors of the file system into one line for the operator, and checks for free space before writing.
import { statfsSync } from 'node:fs'
import { StartupError } from '../../schema/errors.ts'
import { codeOf } from '../../schema/platform/storage-error.ts'

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'make room on the disk',
  EDQUOT: 'make room on the disk',
  EFBIG: 'check the file size limit of this process, or choose another disk',
  EACCES: 'check its permissions',
  EPERM: 'check its permissions',
  EROFS: 'choose a disk that can be written to',
  EIO: 'check its disk',
  ENOENT: 'check the path',
  ENOTDIR: 'check the path',
  EISDIR: 'check the path',
  EEXIST: 'choose another name',
  ELOOP: 'check the path',
  ENAMETOOLONG: 'choose a shorter name',
}

/** @returns undefined if the file system did not cause the error */
export const fileProblem = (error: unknown, path: string): StartupError | undefined => {
  const remedy = REMEDIES[codeOf(error)]
  return remedy === undefined || !(error instanceof Error)
    ? undefined
    : new StartupError(`${path} cannot be read or written (${error.message}): ${remedy}`, { cause: error })
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`

/**
 * @param directory an existing directory
 * @param bytes minimum number of bytes that will be written to it
 * @throws {StartupError} if its disk has less free space
 */
export const checkRoom = (directory: string, bytes: number): void => {
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize < bytes)
    throw new StartupError(
      `${directory} has room for ${gigabytes(bavail * bsize)}, and ${gigabytes(bytes)} are needed: make room, or choose another disk`,
    )
}
