// Starts the indexer's parts: follow, fold and, if the models are copied, mirror and publish. They share only files, so no part waits for
// another. Follow and fold share the log; fold, mirror and publish share the models.
import { rmSync } from 'node:fs'
import type { OwnFiles } from '../../../projections/own/own-models.ts'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import { watchPlaces } from '../../../schema/platform/file-place.ts'
import { lockDirectory } from '../../../schema/platform/locks/lock-directory.ts'
import type { Network, Point } from '../../../schema/primitives.ts'
import type { Reports } from '../../../schema/reports.ts'
import type { Rounds } from '../comparing.ts'
import type { CopyPlaces } from '../settings/check-copies.ts'
import { cutLogPath, logPath } from '../settings/data-directory.ts'
import type { RunningPart } from './part.ts'
import { type PartName, startPart } from './start-part.ts'

export interface IndexerTask {
  readonly dataDir: string
  readonly network: Network
  /** START_POINT if it is set, otherwise the network's start. Only a log with the network's start has a base. */
  readonly start: {
    readonly given: Point | 'origin' | undefined
    readonly otherwise: Point | 'origin'
    readonly base?: Point | undefined
  }
  readonly operations: OperationsConfig
  readonly ownModels?: OwnFiles
  readonly logLevel: string
  readonly url: string
  readonly isRecorded: boolean
  /** Undefined if there is no copy. */
  readonly postgres?:
    | { readonly url: string; readonly schema: string; readonly readers: readonly string[] }
    | undefined
  readonly publishDir?: string | undefined
  readonly publishStore?: CopyPlaces['publishStore']
  /** For tests. */
  readonly rounds?: Rounds
}

export interface Indexing {
  run(): void
  /** Resolves with an error if one part ended although nobody asked it to end. */
  readonly ended: Promise<Error | undefined>
  unwritten(): Reports
  /** Whether the log is no longer at its path, so it will be lost. */
  isLost(): boolean
  /** Resolves when all parts have committed and ended. */
  stop(): Promise<void>
}

/**
 * Returns before any loop runs, so that a failed start has no effect.
 * @param threads whether each part gets its own thread
 * @throws {StartupError} if the data directory, or a file in it, cannot be used
 */
export const startIndexing = async (
  task: IndexerTask,
  { threads }: { readonly threads: boolean },
): Promise<Indexing> => {
  const unlock = lockDirectory(task.dataDir)
  rmSync(cutLogPath(task.dataDir), { recursive: true, force: true })
  const parts: RunningPart[] = []
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    for (const part of parts) part.stop()
    await Promise.all(parts.map(({ ended }) => ended))
    unlock()
  }
  try {
    // Follow creates the log that fold reads.
    const names: PartName[] = ['follow', 'fold']
    if (task.postgres !== undefined) names.push('mirror')
    if ((task.publishDir ?? task.publishStore) !== undefined) names.push('publish')
    for (const name of names) parts.push(await startPart(name, task, threads))
  } catch (error) {
    await stop()
    throw error
  }
  const moved = watchPlaces([logPath(task.dataDir)])
  const failed = parts.map(async ({ ended }) => (await ended) ?? new Promise<Error>(() => {}))
  const allEnded = Promise.all(parts.map(({ ended }) => ended)).then(() => undefined)
  return {
    run() {
      for (const part of parts) part.run()
    },
    ended: Promise.race([...failed, allEnded]),
    unwritten: () => Object.assign({}, ...parts.map((part) => part.unwritten())),
    isLost: () => moved() !== undefined,
    stop: () => (stopped ??= stop()),
  }
}
