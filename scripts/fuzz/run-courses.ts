// Runs the courses of a fuzzing command in turn, each with a directory and a seed of its own, until the steps are done, the time
// is over, a signal arrives or a check fails. After a failure it prints the command that repeats the course.
import { StartupError } from '../../schema/errors.ts'
import { Progress } from '../cli/progress.ts'
import { EXIT_BUG } from '../cli/run-command.ts'
import { withScratch } from '../testing/scratch.ts'
import { Finding } from './finding.ts'

/** Upper bound of seeds, which are whole numbers. */
const SEEDS = 2 ** 32

export interface CourseRun {
  readonly seed: number
  /** Number of steps to make. */
  readonly steps: number
  /** An empty directory, removed after the course. */
  readonly dataDir: string
  readonly signal: AbortSignal
  readonly onProgress: (made: number) => void
}

/** Limits of a run, by flags of the command. */
export interface CourseLimits {
  /** Seed of the first course. Default: a random one. */
  readonly seed: number | undefined
  /** Number of steps. Default: no limit. */
  readonly steps: number | undefined
  /** Duration of the run in minutes. Default: no limit. */
  readonly minutes: number | undefined
}

interface Courses extends CourseLimits {
  readonly command: string
  /** Unit of the steps, also the name of their flag. */
  readonly unit: 'blocks' | 'requests'
  readonly stepsOfACourse: number
  /** @returns the printed report @throws {Finding} for the first check that fails */
  run(course: CourseRun): Promise<object>
}

const runCourse = (
  { command, unit, run }: Courses,
  seed: number,
  steps: number,
  signal: AbortSignal,
): Promise<number> =>
  withScratch(async (dataDir) => {
    console.log(`seed ${seed}`)
    const progress = new Progress(`seed ${seed}`, unit)
    let made = 0
    const onProgress = (count: number): void => {
      made = count
      progress.show(count, steps)
    }
    const report = await run({ seed, steps, dataDir, signal, onProgress })
    progress.end()
    console.log(JSON.stringify({ seed, [unit]: made, ...report }))
    return made
  }, `${command}-`)

/** @throws {StartupError} when both a number of steps and minutes are given */
export const runCourses = async (courses: Courses): Promise<void> => {
  const { command, unit, stepsOfACourse, minutes, steps = Number.POSITIVE_INFINITY } = courses
  if (courses.steps !== undefined && minutes !== undefined)
    throw new StartupError(`give --${unit} or --minutes, not both`)
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const timer = minutes === undefined ? undefined : setTimeout(() => stopping.abort(), minutes * 60_000)
  let seed = courses.seed ?? Math.floor(Math.random() * SEEDS)
  let asked = 0
  try {
    for (let made = 0; made < steps && !stopping.signal.aborted; seed = (seed + 1) % SEEDS) {
      asked = Math.min(steps - made, stepsOfACourse)
      made += await runCourse(courses, seed, asked, stopping.signal)
    }
  } catch (error) {
    if (!(error instanceof Finding)) throw error
    console.error(`\n${error.message}\n`)
    if (error.block !== undefined) console.error(`The block:\n${error.block.json}\n`)
    console.error(`To see it again: npm run ${command} -- --seed ${seed} --${unit} ${asked}`)
    process.exit(EXIT_BUG)
  } finally {
    clearTimeout(timer)
  }
}
