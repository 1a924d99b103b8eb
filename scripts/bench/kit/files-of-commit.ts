// The files of another commit, so that its service runs beside the present one, with the present dependencies.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../../../schema/errors.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Maximum bytes of a commit's files. */
const MOST_FILES = 2 ** 30

/** Copies the files of a commit. @returns their directory. @throws {StartupError} if there is no such commit */
export const filesOfCommit = (commit: string, scratch: string): string => {
  const directory = join(scratch, 'files-of-commit')
  mkdirSync(directory)
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, maxBuffer: MOST_FILES, stdio: 'pipe' })
  try {
    execFileSync('tar', ['-x'], { cwd: directory, input: git('archive', '--format=tar', commit) })
  } catch (error) {
    throw new StartupError(`the files of ${commit} cannot be copied: ${error}`)
  }
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
  return directory
}
