// `npm run fuzz-builder`: honest, hostile and very large requests to the transaction builder. Every 5,000 requests form a course with its
// own devnet, service and seed. The command ends when all requests are done, the time is over, a signal arrives or a check fails. After a
// failure it prints the command that repeats the course.
import { StartupError } from '../../schema/errors.ts'
import { BuilderCourse } from '../../tests/fuzz/builder-course.ts'
import { Finding } from '../../tests/fuzz/finding.ts'
import { withScratch } from '../../tests/harness/scratch.ts'
import { Progress } from '../cli/progress.ts'
import { EXIT_BUG } from '../cli/run-command.ts'

const REQUESTS_OF_A_COURSE = 5_000

/** Exclusive upper bound. */
const SEEDS = 2 ** 32

interface Limits {
  readonly seed: number | undefined
  readonly steps: number | undefined
  readonly minutes: number | undefined
}

const runCourse = (seed: number, steps: number, signal: AbortSignal): Promise<number> =>
  withScratch(async (dataDir) => {
    console.log(`seed ${seed}`)
    const progress = new Progress(`seed ${seed}`, 'requests')
    let requests = 0
    const onProgress = (count: number): void => {
      requests = count
      progress.show(count, steps)
    }
    const report = await new BuilderCourse({ seed, steps, dataDir, signal, onProgress }).run()
    progress.end()
    console.log(JSON.stringify({ seed, requests, ...report }))
    return requests
  }, 'fuzz-builder-')

/** @throws {StartupError} if both a number of requests and minutes are given */
export const fuzzBuilder = async (limits: Limits): Promise<void> => {
  const { minutes, steps = Number.POSITIVE_INFINITY } = limits
  if (limits.steps !== undefined && minutes !== undefined)
    throw new StartupError('give --requests or --minutes, not both')
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const timer = minutes === undefined ? undefined : setTimeout(() => stopping.abort(), minutes * 60_000)
  let seed = limits.seed ?? Math.floor(Math.random() * SEEDS)
  let asked = 0
  try {
    for (let made = 0; made < steps && !stopping.signal.aborted; seed = (seed + 1) % SEEDS) {
      asked = Math.min(steps - made, REQUESTS_OF_A_COURSE)
      made += await runCourse(seed, asked, stopping.signal)
    }
  } catch (error) {
    if (!(error instanceof Finding)) throw error
    console.error(`\n${error.message}\n`)
    console.error(`To see it again: npm run fuzz-builder -- --seed ${seed} --requests ${asked}`)
    process.exit(EXIT_BUG)
  } finally {
    clearTimeout(timer)
  }
}
