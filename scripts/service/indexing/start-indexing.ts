// The indexer: the follower and the fold, so that neither waits for the other, and the mirror where there is one. They meet at
// files alone: the follower and the fold at the log, the fold and the mirror at the models.
import { newestReports } from '../../../projections/status/indexer-status.ts'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { Network, Point } from '../../../schema/primitives.ts'
import type { Reports } from '../../../schema/reports.ts'
import { lockDirectory } from '../settings/data-directory.ts'
import type { RunningPart } from './part.ts'
import { type PartName, startPart } from './start-part.ts'

/** Task of the indexer's parts. */
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
  /** Database that the models are copied to, if any. */
  readonly postgres?: { readonly url: string; readonly schema: string } | undefined
}

export interface Indexing {
  /** Begins to follow and to fold. */
  run(): void
  /** Resolves when a part has ended that was not asked to, or all have: with an error in the first case. */
  readonly ended: Promise<Error | undefined>
  /** The last reports that could not be written. */
  unwritten(): Reports
  /** Asks the parts to commit and end; resolves when all have. */
  stop(): Promise<void>
}

/**
 * Starts the parts and waits until their files are open. Nothing is followed or folded before all are, so that a
 * start that fails has changed nothing.
 * @param threads whether each part gets a thread of its own
 * @throws {StartupError} when the data directory, or a file in it, cannot be used.
 */
export const startIndexing = async (
  task: IndexerTask,
  { threads }: { readonly threads: boolean },
): Promise<Indexing> => {
  const unlock = lockDirectory(task.dataDir)
  const parts: RunningPart[] = []
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    for (const part of parts) part.stop()
    await Promise.all(parts.map(({ ended }) => ended))
    unlock()
  }
  try {
    // One after the other: the first makes the log that the second reads.
    const names: PartName[] = ['follow', 'fold']
    if (task.postgres !== undefined) names.push('mirror')
    for (const name of names) parts.push(await startPart(name, task, threads))
  } catch (error) {
    await stop()
    throw error
  }
  const failed = parts.map(async ({ ended }) => (await ended) ?? new Promise<Error>(() => {}))
  const allEnded = Promise.all(parts.map(({ ended }) => ended)).then(() => undefined)
  return {
    run() {
      for (const part of parts) part.run()
    },
    ended: Promise.race([...failed, allEnded]),
    unwritten: () => parts.map((part) => part.unwritten()).reduce(newestReports, {}),
    stop: () => (stopped ??= stop()),
  }
}
