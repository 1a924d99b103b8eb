// Runs test files in processes. Files of the same kind and folder share a process, because loading the project takes long and compiled code
// stays fast. The slowest processes begin first, so the last processes are short.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { FOLDERS, isSlow } from './test-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const loader = new URL('load-tests.mjs', import.meta.url).href

/** Maximum number of files in a process; slow files have the smaller limit. */
const TOGETHER = 50
const SLOW_TOGETHER = 5

const NAMED = 10

/** The large young generation is rarely collected. V8's own threads would compete with other processes. */
const OF_V8 = [
  '--max-semi-space-size=64',
  '--min-semi-space-size=16',
  '--initial-old-space-size=1000',
  '--single-threaded-gc',
]

/** A hanging test ends earlier, see name-hanging-test.ts. */
const TIMEOUT_MS = 3_600_000

/** Takes as long as a whole folder, so its process begins first. */
const LONGEST = 'tests/e2e/simulation.e2e.test.ts'

const isWithEffects = (file: string): boolean => file.endsWith('.int.test.ts')
const isPure = (file: string): boolean => !isSlow(file) && !isWithEffects(file)

const folderOf = (file: string): string => file.split('/')[0] ?? ''

/** In the order of their start. */
export const processesOf = (files: readonly string[]): string[][] => {
  const folders = [...new Set(files.map(folderOf))].sort((a, b) => FOLDERS.indexOf(a) - FOLDERS.indexOf(b))
  const groups = (folder: string, isOfKind: (file: string) => boolean, most: number): string[][] => {
    const of = files.filter((file) => file !== LONGEST && folderOf(file) === folder && isOfKind(file))
    return Array.from({ length: Math.ceil(of.length / most) }, (_, at) =>
      of.slice(at * most, (at + 1) * most),
    )
  }
  return [
    ...(files.includes(LONGEST) ? [[LONGEST]] : []),
    ...folders.flatMap((folder) => groups(folder, isSlow, SLOW_TOGETHER)),
    ...folders.flatMap((folder) => [
      ...groups(folder, isWithEffects, TOGETHER),
      ...groups(folder, isPure, TOGETHER),
    ]),
  ]
}

/** Node 20's runner gives a process one file and no arguments. */
const entryOf = (files: readonly string[]): string => {
  const paths = ['tests/runner/name-hanging-test.ts', ...files].map((file) => resolve(root, file))
  return `import { load } from ${JSON.stringify(loader)}
for (const path of ${JSON.stringify(paths)})
  try {
    load(path)
  } catch (error) {
    console.error(path, error)
    process.exitCode = 1
  }
`
}

interface Ended {
  readonly file?: string | undefined
  readonly nesting: number
  readonly details: { readonly duration_ms: number }
}

/** Tests that a helper declares count for the helper's file. */
const slowest = (times: ReadonlyMap<string, number>): string =>
  [...times]
    .filter(([file]) => file.endsWith('.ts'))
    .sort(([, a], [, b]) => b - a)
    .slice(0, NAMED)
    .map(([file, time]) => `${(time / 1000).toFixed(1).padStart(7)} s  ${relative(root, file)}\n`)
    .join('')

/**
 * Reports on the standard output.
 * @param files paths of files in the project
 * @returns whether all passed
 */
export const runFiles = async (files: readonly string[]): Promise<boolean> => {
  const directory = mkdtempSync(join(tmpdir(), 'launchpad-tests-'))
  // One process makes data for all, see folded-recording.ts.
  process.env.SHARED_BY_TESTS = directory
  try {
    const entries = processesOf(files).map((of, at) => {
      const entry = join(directory, `${at}-${(of[0] ?? '').replaceAll('/', '-')}.mjs`)
      writeFileSync(entry, entryOf(of))
      return entry
    })
    let passed = true
    const times = new Map<string, number>()
    // The runner passes these flags to each process.
    process.execArgv.push(...OF_V8)
    // One process more than processors, because tests often wait: 312 s instead of 362 s on two processors.
    const events = run({ files: entries, concurrency: availableParallelism() + 1, timeout: TIMEOUT_MS })
    const addTime = ({ file, nesting, details }: Ended): void => {
      if (nesting === 0 && file !== undefined) times.set(file, (times.get(file) ?? 0) + details.duration_ms)
    }
    events.on('test:pass', addTime)
    events.on('test:fail', (event) => {
      passed = false
      addTime(event)
    })
    for await (const text of events.compose(new spec())) process.stdout.write(text)
    process.stdout.write(slowest(times))
    return passed
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
