// Read models of a replica: a thread copies them from PostgreSQL into private files, which are removed when the process ends.
// A replica needs no data directory.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import type { RunningPart } from './indexing/part.ts'
import type { ReplicaTask } from './indexing/replicate.ts'
import { startPart } from './indexing/start-part.ts'
import { openReader } from './models-of-indexer.ts'
import { makePrivateDirectory } from './settings/private-directory.ts'

/** Milliseconds between two checks for the first copy. */
const LOOK = 100

export interface CopiedModels {
  readonly reader: ModelsReader
  /** Directory of the models' files. */
  readonly directory: string
  readonly thread: RunningPart
}

/**
 * Starts the replica's thread and waits without a limit for the first copy.
 * @param closers gets the functions that end it
 * @throws {Error} when the thread ends
 */
export const modelsOfPostgres = async (
  task: Omit<ReplicaTask, 'directory'>,
  logger: Logger,
  closers: (() => Promise<void> | void)[],
): Promise<CopiedModels> => {
  const { directory, remove } = makePrivateDirectory('launchpad-replica-')
  closers.push(remove)
  const thread = await startPart<ReplicaTask>('replicate', { ...task, directory }, true)
  closers.push(async () => {
    thread.stop()
    await thread.ended
  })
  thread.run()
  logger.info({ directory, schema: task.schema }, 'the read models are copied from PostgreSQL')
  const ended = thread.ended.then((error) => {
    throw error ?? new Error('the thread that copies from PostgreSQL ended')
  })
  // The thread may also end after this function has returned; the caller then sees `thread.ended`.
  ended.catch(() => {})
  for (;;) {
    const reader = openReader(directory)
    if (reader !== undefined) {
      closers.push(() => reader.close())
      return { reader, directory, thread }
    }
    await Promise.race([sleep(LOOK), ended])
  }
}
