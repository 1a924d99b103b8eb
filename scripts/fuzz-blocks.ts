// `npm run fuzz-blocks`: hostile blocks through the whole service for as long as one likes, in courses of 2,000
// blocks, each with a chain, a service and a seed of its own. It ends at the first thing that does not hold, with
// the seed that repeats it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../schema/errors.ts'
import { Course } from './fuzz/course.ts'
import { Finding } from './fuzz/finding.ts'
import { Progress } from './service/progress.ts'
import { EXIT_BUG } from './service/run-command.ts'

const BLOCKS_OF_A_COURSE = 2_000

/** Seeds are whole numbers below this. */
const SEEDS = 2 ** 32

interface FuzzOptions {
  readonly seed: number | undefined
  readonly blocks: number | undefined
  readonly minutes: number | undefined
}

const runCourse = async (seed: number, blocks: number, signal: AbortSignal): Promise<number> => {
  console.log(`seed ${seed}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'fuzz-blocks-'))
  const progress = new Progress(`seed ${seed}`)
  try {
    const onProgress = (made: number): void => progress.show(made, blocks)
    const { made, ...report } = await new Course({ seed, blocks, dataDir, signal, onProgress }).run()
    progress.end()
    console.log(JSON.stringify({ seed, blocks: made, ...report }))
    return made
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** @throws {StartupError} when both blocks and minutes are given */
export const fuzzBlocks = async ({
  seed: first = Math.floor(Math.random() * SEEDS),
  blocks = Number.POSITIVE_INFINITY,
  minutes,
}: FuzzOptions): Promise<void> => {
  if (blocks !== Number.POSITIVE_INFINITY && minutes !== undefined)
    throw new StartupError('give --blocks or --minutes, not both')
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const timer = minutes === undefined ? undefined : setTimeout(() => stopping.abort(), minutes * 60_000)
  let seed = first
  let asked = 0
  try {
    for (let made = 0; made < blocks && !stopping.signal.aborted; seed = (seed + 1) % SEEDS) {
      asked = Math.min(blocks - made, BLOCKS_OF_A_COURSE)
      made += await runCourse(seed, asked, stopping.signal)
    }
  } catch (error) {
    if (!(error instanceof Finding)) throw error
    console.error(`\n${error.message}\n`)
    if (error.block !== undefined) console.error(`The block:\n${error.block.json}\n`)
    console.error(`To see it again: npm run fuzz-blocks -- --seed ${seed} --blocks ${asked}`)
    process.exit(EXIT_BUG)
  } finally {
    clearTimeout(timer)
  }
}
