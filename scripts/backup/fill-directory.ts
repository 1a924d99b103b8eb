// Fills an empty directory with all files or none: they are made in a temporary directory inside it and moved to their names
// when all are good. A process that is killed leaves only the temporary directory.
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../../schema/errors.ts'
import { fileProblem } from './file-problem.ts'
import { syncFile } from './sync-file.ts'

/** Name of the temporary directory for unfinished files. */
const PARTIAL = 'partial'

/**
 * @param directory absent or empty
 * @param fill makes the files in the directory it is given, and returns their names in the order in which they are moved
 * @throws {StartupError} when the directory is not empty, or the file system refuses; the directory is then unchanged
 */
export const fillDirectory = async (
  directory: string,
  fill: (partial: string) => Promise<readonly string[]>,
): Promise<void> => {
  const partial = join(directory, PARTIAL)
  let made: string | undefined
  const moved: string[] = []
  try {
    made = mkdirSync(directory, { recursive: true })
    checkEmpty(directory)
    mkdirSync(partial)
  } catch (error) {
    throw fileProblem(error, directory) ?? error
  }
  try {
    for (const name of await fill(partial)) {
      renameSync(join(partial, name), join(directory, name))
      moved.push(join(directory, name))
    }
    rmSync(partial, { recursive: true })
    syncFile(directory)
  } catch (error) {
    for (const path of [partial, ...moved]) rmSync(path, { recursive: true, force: true })
    if (made !== undefined) removeMade(directory, made)
    throw fileProblem(error, directory) ?? error
  }
}

/** Removes an empty directory, and those above it up to the first that was made for it. */
const removeMade = (directory: string, first: string): void => {
  for (let path = directory; path.length >= first.length; path = dirname(path)) rmdirSync(path)
}

const checkEmpty = (directory: string): void => {
  // A new file system has this directory at its top.
  const names = readdirSync(directory).filter((name) => name !== 'lost+found')
  if (names.length > 0)
    throw new StartupError(
      `${directory} is not empty (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}): choose a new directory, or an empty one`,
    )
}
