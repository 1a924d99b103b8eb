// `npm test`: type check, lint and format, then every test, or only the files whose path contains one of the words
// (`npm test -- curve log`).
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../../schema/errors.ts'
import { runFiles } from '../runner/run-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const FOLDERS = ['schema', 'indexer', 'projections', 'api', 'fixtures', 'scripts']

/** Runs a command; ends this process with its exit code when it fails. */
const run = (command: string, args: readonly string[]): void => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * @param words a test file's path must contain one of them; without words all files run
 * @throws {StartupError} if no path does: without files Node's runner would search for tests, or succeed
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
    run('node_modules/.bin/tsc', ['--noEmit'])
    // The page is checked with the types of browsers, which the rest of the project must not use.
    run('node_modules/.bin/tsc', ['--noEmit', '-p', 'api/explorer/page'])
    run('node_modules/.bin/biome', ['check', '.'])
  }
  if (!(await runFiles(files))) process.exit(1)
}
