// Runs episodes of the simulation concurrently, one per thread. After a failure, searches for a shorter failing episode of the same seed.
import { CallThread } from '../../schema/platform/call-thread.ts'
import type { Met } from './episode-report.ts'
import type { EpisodeOutcome, EpisodeTask } from './episode-thread.ts'

export const BLOCKS = 50

/** The native server keeps about 4 MB of each episode. */
const EPISODES_A_THREAD = 200

/** Maximum time without a message. */
const DEADLINE_MS = 300_000

export interface EpisodesOptions {
  /** Each later episode has the next seed. */
  readonly seed: number
  readonly episodes: number
  readonly blocks?: number
  readonly threads: number
  /** Undefined without copies. */
  readonly by?: EpisodeTask['by']
  readonly onEpisode?: (ended: number) => void
  readonly signal?: AbortSignal
}

export interface EpisodeFailure extends EpisodeTask {
  readonly message: string
}

export interface EpisodesReport {
  readonly ended: number
  readonly blocks: number
  readonly forks: number
  readonly lives: number
  /** Keys have the state of the indexer in which the fault occurred. */
  readonly met: Met
  readonly failure: EpisodeFailure | undefined
}

const startThread = (): CallThread =>
  new CallThread({
    name: 'the simulation',
    module: new URL('episode-thread.ts', import.meta.url),
    data: {},
    atOnce: 1,
    maxWaiting: 0,
    deadline: DEADLINE_MS,
    full: () => new Error('an episode runs already'),
    overdue: () => new Error(`the episode sent no message for ${DEADLINE_MS / 1_000} s`),
  })

const runOne = (thread: CallThread, task: EpisodeTask): Promise<EpisodeOutcome> =>
  thread.run<EpisodeOutcome>(task).catch((error: Error) => ({ failure: error.message }))

/** An episode with fewer blocks begins like the longer one. */
const shorten = async (thread: CallThread, failed: EpisodeFailure): Promise<EpisodeFailure> => {
  let shortest = failed
  for (let blocks = Math.floor(failed.blocks / 2); blocks > 0; ) {
    const outcome = await runOne(thread, { ...failed, blocks })
    if ('failure' in outcome) shortest = { ...failed, blocks, message: outcome.failure }
    const next = 'failure' in outcome ? Math.floor(blocks / 2) : Math.floor((blocks + shortest.blocks) / 2)
    if (next === blocks || next >= shortest.blocks) break
    blocks = next
  }
  return shortest
}

export const runEpisodes = async (options: EpisodesOptions): Promise<EpisodesReport> => {
  const { seed: first, episodes, blocks: length = BLOCKS, threads, by, onEpisode, signal } = options
  const met: Met = new Map()
  let [begun, ended, blocks, forks, lives] = [0, 0, 0, 0, 0]
  let failed: EpisodeFailure | undefined
  const work = async (thread: CallThread): Promise<void> => {
    for (let run = 0; run < EPISODES_A_THREAD; run++) {
      if (begun >= episodes || failed !== undefined || signal?.aborted === true) return
      const seed = first + begun++
      const outcome = await runOne(thread, { seed, blocks: length, by })
      if ('failure' in outcome) {
        failed ??= { seed, blocks: length, by, message: outcome.failure }
        return
      }
      const { report } = outcome
      ended++
      blocks += report.made
      forks += report.forks
      lives += report.lives
      for (const [key, count] of report.met) met.set(key, (met.get(key) ?? 0) + count)
      onEpisode?.(ended)
    }
  }
  const inThread = async <Result>(run: (thread: CallThread) => Promise<Result>): Promise<Result> => {
    const thread = startThread()
    try {
      return await run(thread)
    } finally {
      await thread.close()
    }
  }
  const workOn = async (): Promise<void> => {
    while (begun < episodes && failed === undefined && signal?.aborted !== true) await inThread(work)
  }
  await Promise.all(Array.from({ length: threads }, workOn))
  const found = failed
  const failure = found && (await inThread((thread) => shorten(thread, found)))
  return { ended, blocks, forks, lives, met, failure }
}
