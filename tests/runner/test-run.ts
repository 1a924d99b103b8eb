// The process that runs checks and tests. With `check` it first checks types, lint and format. With `files` it runs the given test files.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endWithParent } from './run-apart.ts'
import { runFiles } from './run-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The page has browser types, which other code must not use. */
const CHECKS = ['tsc --noEmit', 'tsc --noEmit -p page', 'biome check .']

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

const run = async (what: string | undefined, files: readonly string[]): Promise<void> => {
  if (what === 'check') await check()
  process.exit((await runFiles(files)) ? 0 : 1)
}

endWithParent()
const [what, ...files] = process.argv.slice(3)
void run(what, files)
