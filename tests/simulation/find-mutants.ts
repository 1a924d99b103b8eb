// Runs the simulation on copies of the source, each with one fault, until it finds the fault.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { changeSource, copySource } from '../harness/changed-source.ts'
import { withScratch } from '../harness/scratch.ts'
import type { Elected } from './copy-episode.ts'
import { COPY_MUTANTS, MUTANTS, type Mutant } from './mutants.ts'

const EPISODES = 200

/** Turns off the search for a shorter failing episode. */
const WHOLE = {
  path: 'tests/simulation/run-episodes.ts',
  from: '(await inThread((thread) => shorten(thread, found)))',
  to: 'found',
}

const run = promisify(execFile)

/** Undefined if no seed finds the fault. */
const seedThatFinds = ({ path, from, to }: Mutant, flags: readonly string[]): Promise<string | undefined> =>
  withScratch(async (directory) => {
    copySource(directory)
    changeSource(directory, [{ path, from, to }, WHOLE])
    const args = ['scripts/run.mjs', 'simulate', '--seed', '1', '--episodes', String(EPISODES), ...flags]
    try {
      await run(process.execPath, args, { cwd: directory })
      return undefined
    } catch (error) {
      return /--seed (\d+)/.exec(String(Object(error).stderr))?.[1] ?? `nothing of it: ${error}`
    }
  }, 'mutant-')

/**
 * @param by server of the episodes with copies
 * @returns the number of faults that were not found
 */
export const findMutants = async (by?: Elected): Promise<number> => {
  let missed = 0
  for (const mutant of by === undefined ? MUTANTS : COPY_MUTANTS[by]) {
    const seed = await seedThatFinds(mutant, by === undefined ? [] : [`--${by}`])
    if (seed === undefined) missed++
    console.log(`${seed === undefined ? 'not found' : `seed ${seed}`.padEnd(9)}  ${mutant.name}`)
  }
  return missed
}
