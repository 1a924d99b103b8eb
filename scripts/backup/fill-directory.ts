// Fills a directory with all files or none. The files are made in a temporary subdirectory, checked, and then moved to their names. One
// file marks the directory as complete. It is moved last, and the directory is locked until then. A process that is killed before the last
// move leaves its lock, the temporary directory and perhaps some files. The next process removes them.
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../../schema/errors.ts'
import { lockDirectory, lockPath } from '../../schema/platform/locks/lock-directory.ts'
import { fileProblem } from './file-problem.ts'
import { syncFile } from './sync-file.ts'

const PARTIAL = 'partial'

/** Files that a killed process may have moved. */
const CONTENT = /^(log\.db|models-\d+\.db|images|chain\.ndjson)$/

const LOCK = basename(lockPath(''))

/** Name of the directory for a partly fetched snapshot. */
export const FETCHED = 'fetched'

/** Names that an empty directory may contain. A new file system has `lost+found` at its top. */
const IGNORED: readonly string[] = ['lost+found', LOCK, FETCHED]

/**
 * Works in a temporary subdirectory of a locked directory.
 * @param setting name of the directory's setting, for messages
 * @throws {StartupError} if another process has locked the directory, or the file system refuses
 */
export const withPartial = async (
  directory: string,
  setting: string,
  work: (partial: string) => Promise<void>,
): Promise<void> => {
  const unlock = lockDirectory(directory, setting)
  const partial = join(directory, PARTIAL)
  try {
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial)
    await work(partial)
    syncFile(directory)
  } catch (error) {
    throw fileProblem(error, directory) ?? error
  } finally {
    rmSync(partial, { recursive: true, force: true })
    rmSync(lockPath(directory), { force: true })
    unlock()
  }
}

/**
 * @param directory absent or empty
 * @param setting name of the directory's setting, for messages
 * @param last name of the file that is moved last; other files only count if it exists
 * @param fill makes the files in the given directory, and returns their names
 * @throws {StartupError} if the directory is not empty, or the file system refuses
 */
export const fillDirectory = async (
  directory: string,
  setting: string,
  last: string,
  fill: (partial: string) => Promise<readonly string[]>,
): Promise<void> => {
  let made: string | undefined
  const moved: string[] = []
  try {
    made = mkdirSync(directory, { recursive: true })
    const left = leftIn(directory, last)
    await withPartial(directory, setting, async (partial) => {
      for (const name of left) rmSync(join(directory, name), { recursive: true })
      const names = await fill(partial)
      for (const name of [...names.filter((each) => each !== last), last]) {
        // Without this flush, a power cut could leave the last file without the others.
        if (name === last) syncFile(directory)
        renameSync(join(partial, name), join(directory, name))
        moved.push(join(directory, name))
      }
    })
  } catch (error) {
    for (const path of moved) rmSync(path, { recursive: true, force: true })
    if (made !== undefined) removeMade(directory, made)
    throw fileProblem(error, directory) ?? error
  }
}

/** Also removes the parents that were made for the directory. */
const removeMade = (directory: string, first: string): void => {
  for (let path = directory; path.length >= first.length; path = dirname(path)) {
    if (readdirSync(path).length > 0) return
    rmdirSync(path)
  }
}

/** @throws {StartupError} if the directory has files that no killed process has moved */
const leftIn = (directory: string, last: string): string[] => {
  const all = readdirSync(directory)
  const wasKilled = all.includes(PARTIAL) && all.includes(LOCK)
  const isLeft = (name: string): boolean => wasKilled && !all.includes(last) && CONTENT.test(name)
  const names = all.filter(
    (name) => !(IGNORED.includes(name) || isLeft(name) || (name === PARTIAL && wasKilled)),
  )
  if (names.length > 0)
    throw new StartupError(
      `${directory} is not empty (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}): choose a new directory, or an empty one`,
    )
  return all.filter(isLeft)
}
