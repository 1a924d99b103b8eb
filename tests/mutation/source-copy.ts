// A copy of the project with its tests, into which faults are planted.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copySource } from '../harness/changed-source.ts'
import { type Mutant, withFault } from './mutants-of.ts'

const run = promisify(execFile)

export class SourceCopy {
  readonly #directory: string

  constructor(directory: string) {
    copySource(directory, true)
    this.#directory = directory
  }

  /** At most one fault per file. */
  async with<Result>(mutants: readonly Mutant[], work: () => Promise<Result>): Promise<Result> {
    const texts = mutants.map(({ path }) => readFileSync(join(this.#directory, path), 'utf8'))
    const write = (path: string, text: string): void => writeFileSync(join(this.#directory, path), text)
    for (const [at, mutant] of mutants.entries()) write(mutant.path, withFault(texts[at] ?? '', mutant))
    try {
      return await work()
    } finally {
      for (const [at, { path }] of mutants.entries()) write(path, texts[at] ?? '')
    }
  }

  /** @param deadlineMs ms after which the tests are ended and count as failed */
  async passes(tests: readonly string[], deadlineMs?: number): Promise<boolean> {
    if (tests.length === 0) return true
    const child = spawn(process.execPath, ['scripts/run.mjs', 'test', ...tests], {
      cwd: this.#directory,
      stdio: 'ignore',
    })
    const late = deadlineMs === undefined ? undefined : setTimeout(() => child.kill('SIGTERM'), deadlineMs)
    const [code] = await once(child, 'exit')
    clearTimeout(late)
    return code === 0
  }

  async refused(): Promise<ReadonlySet<string>> {
    const compiler = join(this.#directory, 'node_modules/.bin/tsc')
    const output = await run(compiler, ['--noEmit', '--pretty', 'false'], { cwd: this.#directory }).then(
      ({ stdout }) => stdout,
      (error: { readonly stdout?: string }) => error.stdout ?? '',
    )
    return new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, path = '']) => path))
  }
}
