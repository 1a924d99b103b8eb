// `npm test`: type check, lint and format, then every test, or only the files whose path contains one of the words
// (`npm test -- curve log`).
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../../schema/errors.ts'
import { runFiles } from '../runner/run-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const FOLDERS = ['schema', 'indexer', 'projections', 'api', 'fixtures', 'scripts']

/** Checks of types, lint and format. The page is checked with the types of browsers, which the rest must not use. */
const CHECKS = ['tsc --noEmit', 'tsc --noEmit -p api/explorer/page', 'biome check .']

/** Runs the checks at once. Ends this process with the exit code of one that fails. */
const check = async (): Promise<void> => {
  const codes = await Promise.all(
    CHECKS.map((line) => {
      const [command = '', ...args] = line.split(' ')
      const child = spawn(`node_modules/.bin/${command}`, args, { cwd: root, stdio: 'inherit' })
      return new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
    }),
  )
  const failed = codes.find((code) => code !== 0)
  if (failed !== undefined) process.exit(failed)
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
  if (words.length === 0) await check()
  if (!(await runFiles(files))) process.exit(1)
}
