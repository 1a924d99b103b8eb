// The indexer as the service runs it: follower and fold in a thread each, so that neither waits for the other and
// neither holds up an answer. They meet at the log alone. A mirror has a thread of its own too, and meets them at the models.
import { newestReports } from '../../../projections/status/indexer-status.ts'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { Network, Point } from '../../../schema/primitives.ts'
import type { Reports } from '../../../schema/reports.ts'
import { lockDirectory } from '../settings/data-directory.ts'
import { type ServiceThread, startThread } from './service-thread.ts'

/** Task of the threads. */
export interface IndexerTask {
  readonly dataDir: string
  readonly network: Network
  /** Where a new log begins: START_POINT when it is given. */
  readonly start: { readonly given: Point | 'origin' | undefined; readonly otherwise: Point | 'origin' }
  readonly operations: OperationsConfig
  readonly logLevel: string
  /** Ogmios to follow. */
  readonly url: string
  readonly isRecorded: boolean
  /** Where the models are copied to; undefined for nowhere. */
  readonly postgres?: { readonly url: string; readonly schema: string } | undefined
}

export interface IndexerThreads {
  /** Begins to follow and to fold. */
  run(): void
  /** Resolves when a thread has ended that was not asked to, or all have: with an error in the first case. */
  readonly ended: Promise<Error | undefined>
  /** The last reports that could not be written. */
  unwritten(): Reports
  /** Asks them to commit and end; resolves when all have. */
  stop(): Promise<void>
}

/**
 * Starts the threads and waits until their files are open. Nothing is followed or folded before all are, so that a
 * start that fails has changed nothing.
 * @throws {StartupError} when the data directory, or a file in it, cannot be used.
 */
export const startIndexerThreads = async (task: IndexerTask): Promise<IndexerThreads> => {
  const unlock = lockDirectory(task.dataDir)
  const threads: ServiceThread[] = []
  const stop = async (): Promise<void> => {
    for (const thread of threads) thread.stop()
    await Promise.all(threads.map(({ ended }) => ended))
    unlock()
  }
  try {
    // One after the other: the first makes the log that the second reads.
    const names = [
      'follower-thread',
      'folding-thread',
      ...(task.postgres === undefined ? [] : ['mirroring-thread']),
    ]
    for (const name of names) threads.push(await startThread(name, task))
  } catch (error) {
    await stop()
    throw error
  }
  const failed = threads.map(async ({ ended }) => (await ended) ?? new Promise<Error>(() => {}))
  const allEnded = Promise.all(threads.map(({ ended }) => ended)).then(() => undefined)
  return {
    run() {
      for (const thread of threads) thread.run()
    },
    ended: Promise.race([...failed, allEnded]),
    unwritten: () => threads.map((thread) => thread.unwritten()).reduce(newestReports, {}),
    stop,
  }
}
