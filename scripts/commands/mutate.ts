// `npm run mutate`: plants random faults into copies of the project. Prints for each fault which tests have found it, and the score of each
// folder. Results are kept in a file, from which an interrupted run continues.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../../schema/errors.ts'
import { ACCEPTED_SURVIVORS } from '../../tests/mutation/accepted-survivors.ts'
import { type Mutant, mutantsOf, withFault } from '../../tests/mutation/mutants-of.ts'
import { drawMutants, type FoundBy, runMutants } from '../../tests/mutation/mutation-run.ts'
import { nearestTests } from '../../tests/mutation/nearest-tests.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Product code whose tests need no browser. */
const PRODUCT = /^(schema|indexer|projections|api|client|scripts\/(backup|service))\/.*\.ts$/
const NOT_PRODUCT = /\.test\.ts$|\.d\.ts$|\/testing\/|^client\/paths\.ts$|^api\/explorer\//

interface Result extends Mutant {
  readonly foundBy: FoundBy
}

interface MutateOptions {
  readonly words: readonly string[]
  readonly seed: number
  readonly mutants: number
  readonly results: string
}

const keyOf = ({ path, at, from, to }: Mutant): string => `${path} ${at} ${from} ${to}`

const lineOf = (text: string, line: number): string => (text.split('\n')[line - 1] ?? '').trim()

const isAccepted = ({ path, line, from, to }: Mutant, text: string): boolean =>
  ACCEPTED_SURVIVORS.some(
    (each) => each.path === path && each.line === lineOf(text, line) && each.from === from && each.to === to,
  )

/** Leaves out a fault whose place has changed. */
const earlierResults = (file: string, all: readonly Mutant[]): Map<string, FoundBy> => {
  const known = new Set(all.map(keyOf))
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const results = lines.map((line): Result => JSON.parse(line))
  return new Map(results.filter((each) => known.has(keyOf(each))).map((each) => [keyOf(each), each.foundBy]))
}

/** The path's first two names. */
const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/')

const printScores = (results: readonly Result[]): void => {
  const counted = results.filter(({ foundBy }) => foundBy !== 'types')
  if (counted.length < results.length)
    console.log(
      `${results.length - counted.length} of ${results.length} faults are errors of types, and do not count`,
    )
  for (const folder of [...new Set(counted.map(({ path }) => folderOf(path))), ''].sort()) {
    const of = counted.filter(({ path }) => folder === '' || folderOf(path) === folder)
    const found = of.filter(({ foundBy }) => foundBy !== 'nobody').length
    const score = of.length === 0 ? '' : ` ${Math.round((100 * found) / of.length)} of 100`
    console.log(`${(folder || 'all').padEnd(28)} ${found} of ${of.length} found${score}`)
  }
}

/** @throws {StartupError} if no product file's path contains the words */
export const mutate = async ({ words, seed, mutants, results: file }: MutateOptions): Promise<void> => {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const sources = tracked.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  const texts = new Map(
    sources
      .filter((path) => PRODUCT.test(path) && !NOT_PRODUCT.test(path))
      .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
      .map((path) => [path, readFileSync(`${root}${path}`, 'utf8')]),
  )
  if (texts.size === 0) throw new StartupError(`No product file has ${words.join(' or ')} in its path.`)
  const all = [...texts].flatMap(([path, text]) => mutantsOf(path, text))
  const drawn = drawMutants(all, seed, mutants)
  const earlier = earlierResults(file, all)
  console.log(`seed ${seed}: ${drawn.length} of ${all.length} faults; ${earlier.size} results in ${file}`)
  const results: Result[] = drawn.flatMap((mutant) => {
    const foundBy = earlier.get(keyOf(mutant))
    return foundBy === undefined ? [] : [{ ...mutant, foundBy }]
  })
  const survivors: Mutant[] = []
  const note = (result: Result): void => {
    const { path, line, from, to, foundBy } = result
    console.log(`${foundBy.padEnd(8)} ${path}:${line}  ${from.slice(0, 60)} -> ${to.slice(0, 60)}`)
    if (foundBy === 'nobody') survivors.push(result)
  }
  for (const result of results) note(result)
  await runMutants({
    mutants: drawn.filter(
      (mutant) => !earlier.has(keyOf(mutant)) && !isAccepted(mutant, texts.get(mutant.path) ?? ''),
    ),
    nearestOf: nearestTests(root, sources),
    workers: availableParallelism(),
    onResult: (mutant, foundBy) => {
      const result = { ...mutant, foundBy }
      results.push(result)
      note(result)
      appendFileSync(file, `${JSON.stringify(result)}\n`)
    },
    signal: stopping.signal,
  })
  printScores(results)
  if (survivors.length > 0) console.log('\nFaults that no test finds:')
  for (const survivor of survivors) {
    const text = texts.get(survivor.path) ?? ''
    const changed = lineOf(withFault(text, survivor), survivor.line)
    console.log(`${survivor.path}:${survivor.line}\n  - ${lineOf(text, survivor.line)}\n  + ${changed}`)
  }
}
