// `npm run simulate`: runs episodes of the simulation on all processors. It ends at the first failing episode, and prints the command that
// repeats it. At the end it prints how many faults occurred in each state of the indexer.
import { availableParallelism } from 'node:os'
import type { Elected } from '../../tests/simulation/copy-episode.ts'
import type { Met } from '../../tests/simulation/episode-report.ts'
import { findMutants } from '../../tests/simulation/find-mutants.ts'
import { runEpisodes } from '../../tests/simulation/run-episodes.ts'
import { Progress } from '../cli/progress.ts'
import { EXIT_BUG } from '../cli/run-command.ts'

interface SimulateOptions {
  readonly seed: number | undefined
  readonly episodes: number
  readonly blocks: number | undefined
  /** Undefined for episodes without copies. */
  readonly by: Elected | undefined
}

/** Episodes that run at the same time per processor. An episode waits for more than half of its duration. */
const AT_ONCE = 2

/** Exclusive upper bound. */
const SEEDS = 2 ** 32

const tableOf = (met: Met): string => {
  const pairs = [...met].map(([key, count]) => [...key.split(' | '), count] as const)
  const states = [...new Set(pairs.map(([, state]) => `${state}`))].sort()
  const faults = [...new Set(pairs.map(([fault]) => `${fault}`))].sort()
  const line = (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(28) + cells.map((cell) => `${cell}`.padStart(12)).join('')
  const countsOf = (fault: string): number[] => states.map((state) => met.get(`${fault} | ${state}`) ?? 0)
  return [line('', states), ...faults.map((fault) => line(fault, countsOf(fault)))].join('\n')
}

export const simulate = async ({ seed: given, episodes, blocks, by }: SimulateOptions): Promise<void> => {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const seed = given ?? Math.floor(Math.random() * SEEDS)
  console.log(`seed ${seed}`)
  const progress = new Progress('simulation', 'episodes')
  const { failure, met, ...counts } = await runEpisodes({
    seed,
    episodes,
    by,
    ...(blocks !== undefined && { blocks }),
    threads: Math.min(episodes, AT_ONCE * availableParallelism()),
    onEpisode: (ended) => progress.show(ended, episodes),
    signal: stopping.signal,
  })
  progress.end()
  console.log(JSON.stringify({ seed, ...counts }))
  console.log(tableOf(met))
  if (failure === undefined) return
  console.error(`\n${failure.message}\n`)
  console.error(
    `To see it again: npm run simulate -- --seed ${failure.seed} --episodes 1 --blocks ${failure.blocks}${by === undefined ? '' : ` --${by}`}`,
  )
  process.exit(EXIT_BUG)
}

export const simulateMutants = async (by: Elected | undefined): Promise<void> => {
  if ((await findMutants(by)) > 0) process.exit(EXIT_BUG)
}
