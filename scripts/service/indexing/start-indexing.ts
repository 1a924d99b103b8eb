// Starts the indexer's parts: follow, fold and, where the models are copied, mirror and publish. They share only files, so that
// none waits for another: follow and fold share the log, fold and the others the models.
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { Network, Point } from '../../../schema/primitives.ts'
import type { Reports } from '../../../schema/reports.ts'
import { lockDirectory } from '../settings/data-directory.ts'
import type { RunningPart } from './part.ts'
import { type PartName, startPart } from './start-part.ts'

/** Settings of the indexer's parts. */
export interface IndexerTask {
  readonly dataDir: string
  readonly network: Network
  /** Start of a new log: START_POINT when it is set. */
  readonly start: { readonly given: Point | 'origin' | undefined; readonly otherwise: Point | 'origin' }
  readonly operations: OperationsConfig
  /** Files of models of the operator's. */
  readonly ownModels?: readonly string[]
  readonly logLevel: string
  /** URL of the Ogmios to follow. */
  readonly url: string
  readonly isRecorded: boolean
  /** Database that the models are copied to; undefined for none. */
  readonly postgres?:
    | { readonly url: string; readonly schema: string; readonly readers: readonly string[] }
    | undefined
  /** Directory that the models are published to; undefined for none. */
  readonly publishDir?: string | undefined
}

export interface Indexing {
  /** Starts the loops. */
  run(): void
  /** Resolves with an error when a part ended that was not asked to, or without one when all have ended. */
  readonly ended: Promise<Error | undefined>
  /** The reports that could not be written to the status file, as of the last try. */
  unwritten(): Reports
  /** Asks the parts to commit and end; resolves when all have ended. */
  stop(): Promise<void>
}

/**
 * Opens the files of all parts and returns before any loop runs, so that a start that fails has changed nothing.
 * @param threads whether each part gets a thread of its own
 * @throws {StartupError} when the data directory, or a file in it, cannot be used
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
    // The parts open in turn: follow makes the log that fold reads.
    const names: PartName[] = ['follow', 'fold']
    if (task.postgres !== undefined) names.push('mirror')
    if (task.publishDir !== undefined) names.push('publish')
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
    unwritten: () => Object.assign({}, ...parts.map((part) => part.unwritten())),
    stop: () => (stopped ??= stop()),
  }
}
