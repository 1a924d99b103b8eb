// Test files in processes: files of a kind share one with others of their folder, as loading the project takes long, and
// what one file has loaded and compiled runs faster in the next. What takes longest begins first.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const loader = new URL('load-tests.mjs', import.meta.url).href

/** Files that share a process at most; and files of the whole service, which take longer: all processors should end together. */
const TOGETHER = 50
const WHOLE_SERVICES_TOGETHER = 5

/**
 * V8 flags of each process: tests make much garbage, which is collected seldom this way, and without
 * threads that take the other processes' cores.
 */
const OF_V8 = [
  '--max-semi-space-size=64',
  '--min-semi-space-size=16',
  '--initial-old-space-size=1000',
  '--single-threaded-gc',
]

/** Milliseconds until a process is ended. A test that hangs ends earlier, by its name: name-hanging-test.ts. */
const TIMEOUT = 900_000

/** Folders of the project, those first whose files take longest: what ends last should be short. */
const FOLDERS = ['fixtures', 'projections', 'indexer', 'api', 'scripts', 'schema']

const isOfWholeService = (file: string): boolean => file.endsWith('.e2e.test.ts')
const isWithEffects = (file: string): boolean => file.endsWith('.int.test.ts')

const folderOf = (file: string): string => file.split('/')[0] ?? ''

/** Files of each folder, so many together at most. */
const togetherOf = (files: readonly string[], most: number): string[][] => {
  const folders = [...new Set(files.map(folderOf))]
  folders.sort((a, b) => FOLDERS.indexOf(a) - FOLDERS.indexOf(b))
  return folders.flatMap((folder) => {
    const of = files.filter((file) => folderOf(file) === folder)
    return Array.from({ length: Math.ceil(of.length / most) }, (_, at) =>
      of.slice(at * most, (at + 1) * most),
    )
  })
}

/** Lists of files that each share a process, in the order they begin in. */
export const processesOf = (files: readonly string[]): string[][] => [
  ...togetherOf(files.filter(isWithEffects), TOGETHER),
  ...togetherOf(files.filter(isOfWholeService), WHOLE_SERVICES_TOGETHER),
  ...togetherOf(
    files.filter((file) => !isWithEffects(file) && !isOfWholeService(file)),
    TOGETHER,
  ),
]

/** A module that runs test files: Node 20's runner gives a process one file and no arguments. */
const entryOf = (files: readonly string[]): string => {
  const paths = ['scripts/runner/name-hanging-test.ts', ...files].map((file) => resolve(root, file))
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

/**
 * Runs test files and reports on the standard output.
 * @param files by their paths in the project
 * @returns whether all passed
 */
export const runFiles = async (files: readonly string[]): Promise<boolean> => {
  const directory = mkdtempSync(join(tmpdir(), 'launchpad-tests-'))
  // What one of them makes for all of them is there: folded-recording.ts.
  process.env.SHARED_BY_TESTS = directory
  try {
    const entries = processesOf(files).map((of, at) => {
      const entry = join(directory, `${at}-${(of[0] ?? '').replaceAll('/', '-')}.mjs`)
      writeFileSync(entry, entryOf(of))
      return entry
    })
    let passed = true
    // The runner starts each process as this one was.
    process.execArgv.push(...OF_V8)
    // One more, which would use what others leave while they wait, costs all of them a fifth more processor time.
    const events = run({ files: entries, concurrency: availableParallelism(), timeout: TIMEOUT })
    events.on('test:fail', () => {
      passed = false
    })
    for await (const text of events.compose(new spec())) process.stdout.write(text)
    return passed
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
