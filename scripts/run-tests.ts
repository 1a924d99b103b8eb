// `npm test`: type check, lint and format, then every test, or only the files whose path contains one of the words
// (`npm test -- curve log`).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../schema/errors.ts'
import { runFiles } from './runner/run-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const FOLDERS = ['schema', 'indexer', 'projections', 'api', 'fixtures', 'scripts']

const CHECKS = [
  ['tsc', '--noEmit'],
  // The page runs in browsers: it has their types, and the rest of the project does not.
  ['tsc', '--noEmit', '-p', 'api/explorer/page'],
  ['biome', 'check', '.'],
] as const

/** The exit code of a program of the packages. */
const run = async ([name, ...args]: (typeof CHECKS)[number]): Promise<number> => {
  const program = spawn(`node_modules/.bin/${name}`, args, { cwd: root, stdio: 'inherit' })
  const [code] = await once(program, 'exit')
  return typeof code === 'number' ? code : 1
}

/**
 * @param words of which a test file's path must contain one; all files when there are none
 * @throws {StartupError} when no file's does: without a file the runner would look for tests by itself, or pass
 */
export const runTests = async (words: readonly string[]): Promise<void> => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort()
  if (files.length === 0) throw new StartupError(`No test file has ${words.join(' or ')} in its path.`)
  if (words.length === 0) {
    const failed = (await Promise.all(CHECKS.map(run))).find((code) => code !== 0)
    if (failed !== undefined) process.exit(failed)
  }
  if (!(await runFiles(files))) process.exit(1)
}
