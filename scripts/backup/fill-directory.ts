// Fills a directory with all files or none: they are made in a temporary directory inside it, and moved to their names when all
// are complete and checked. The directory is locked meanwhile. A process that is killed before the moves leaves only the
// temporary directory, which the next process removes. A process that is killed between two moves leaves a list of the moves, and
// the next process completes them.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../../schema/errors.ts'
import { lockDirectory, lockPath } from '../service/settings/data-directory.ts'
import { fileProblem } from './file-problem.ts'
import { syncFile } from './sync-file.ts'

/** Name of the temporary directory for unfinished files. */
const PARTIAL = 'partial'

/** Name of the list, in the temporary directory, of the files that are complete, in the order in which they are moved. */
const MOVES = 'moves.json'

/** Name of the lock. Any other temporary directory was left by a killed process. */
const LOCK = basename(lockPath(''))

/** Name of the directory for a snapshot that is being fetched; the next attempt continues it. */
export const FETCHED = 'fetched'

/** Names that a directory may contain and still count as empty: a new file system has `lost+found` at its top. */
const IGNORED: readonly string[] = ['lost+found', LOCK, FETCHED]

/**
 * Locks a directory during work in a temporary directory inside it.
 * @param setting name of the directory's setting, for messages
 * @throws {StartupError} when another process has locked it, or the file system refuses
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

/** Writes the list of moves, completely or not at all. */
const listMoves = (partial: string, names: readonly string[]): void => {
  const path = join(partial, MOVES)
  writeFileSync(`${path}.new`, JSON.stringify(names))
  syncFile(`${path}.new`)
  renameSync(`${path}.new`, path)
  syncFile(partial)
}

/**
 * Completes the moves of a process that was killed between two moves.
 * @returns whether there were any
 * @throws {StartupError} when another process has locked the directory, or the file system refuses
 */
export const finishMoves = (directory: string, setting: string): boolean => {
  const partial = join(directory, PARTIAL)
  const list = join(partial, MOVES)
  if (!existsSync(lockPath(directory)) || !existsSync(list)) return false
  const unlock = lockDirectory(directory, setting)
  try {
    const names: readonly string[] = JSON.parse(readFileSync(list, 'utf8'))
    for (const name of names)
      if (existsSync(join(partial, name))) renameSync(join(partial, name), join(directory, name))
    syncFile(directory)
    rmSync(partial, { recursive: true })
    return true
  } catch (error) {
    throw fileProblem(error, directory) ?? error
  } finally {
    unlock()
  }
}

/**
 * @param directory absent or empty
 * @param setting name of its setting, for messages
 * @param fill makes the files in the given directory, and returns their names in the order of the moves
 * @throws {StartupError} if the directory is not empty, or the file system refuses; the directory is then unchanged, except that
 * the moves of a killed process are completed
 */
export const fillDirectory = async (
  directory: string,
  setting: string,
  fill: (partial: string) => Promise<readonly string[]>,
): Promise<void> => {
  let made: string | undefined
  const moved: string[] = []
  try {
    made = mkdirSync(directory, { recursive: true })
    if (finishMoves(directory, setting))
      throw new StartupError(
        `${directory} was being filled when a process was killed, and is complete now: use it, or choose another`,
      )
    checkEmpty(directory)
    await withPartial(directory, setting, async (partial) => {
      const names = await fill(partial)
      listMoves(partial, names)
      for (const name of names) {
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

/** Removes an empty directory and its parents, up to the first one that was made for it. */
const removeMade = (directory: string, first: string): void => {
  for (let path = directory; path.length >= first.length; path = dirname(path)) {
    if (readdirSync(path).length > 0) return
    rmdirSync(path)
  }
}

const checkEmpty = (directory: string): void => {
  const all = readdirSync(directory)
  const names = all.filter((name) => !IGNORED.includes(name) && !(name === PARTIAL && all.includes(LOCK)))
  if (names.length > 0)
    throw new StartupError(
      `${directory} is not empty (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}): choose a new directory, or an empty one`,
    )
}
