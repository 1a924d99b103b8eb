// The files of a data directory that hold read models: `models-<n>.db`. One of them is in use. The next file is folded in the background
// when the ledger's rules change, or when the models cannot be rolled back onto the log's chain. Once the next file has caught up, the old
// file is marked as replaced, so that its readers open the next file.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, StorageError } from '../../../schema/platform/storage-error.ts'

const FILE = /^models-(\d{1,9})\.db$/

export interface ModelsFile {
  readonly path: string
  readonly number: number
}

/** Oldest first. A missing directory counts as empty. */
export const modelsFiles = (directory: string): ModelsFile[] =>
  (existsSync(directory) ? readdirSync(directory) : [])
    .flatMap((name) => {
      const number = FILE.exec(name)?.[1]
      return number === undefined ? [] : [{ path: join(directory, name), number: Number(number) }]
    })
    .sort((a, b) => a.number - b.number)

export const modelsFile = (directory: string, number: number): ModelsFile => ({
  path: join(directory, `models-${number}.db`),
  number,
})

/**
 * Also deletes SQLite's files beside it. A process that has the file open can go on reading.
 * @throws {StorageError} if it cannot be deleted now
 */
export const deleteModels = ({ path }: ModelsFile): void => {
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  } catch (error) {
    const problem = `cannot be deleted (${codeOf(error)}): check the permissions of its directory`
    throw new StorageError(path, problem, true, { cause: error })
  }
}
