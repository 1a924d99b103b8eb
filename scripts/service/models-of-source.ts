// Read models of a replica: a thread copies them from their source into files of this process alone, in a directory within the
// data directory that is removed when the process ends. They hold no block until the first copy is in.
import type { Logger } from 'pino'
import { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import type { RunningPart } from './indexing/part.ts'
import type { ReplicatingTask } from './indexing/replicating.ts'
import { type PartName, startPart } from './indexing/start-part.ts'
import { makePrivateDirectory } from './settings/private-directory.ts'

interface CopiedModels {
  readonly reader: ModelsReader
  /** Directory of the models' files. */
  readonly directory: string
  readonly thread: RunningPart
}

/**
 * Starts the replica's thread.
 * @param part that knows the source
 * @param dataDir within which the directory is made: a disk, as the models are too large for memory
 * @param closers gets the functions that end it
 * @throws {StartupError} when the directory cannot be written to
 */
export const modelsOfSource = async <Task extends ReplicatingTask>(
  part: PartName,
  task: Omit<Task, 'directory'>,
  dataDir: string,
  logger: Logger,
  closers: (() => Promise<void> | void)[],
): Promise<CopiedModels> => {
  const { directory, remove } = makePrivateDirectory(dataDir, 'replica-')
  closers.push(remove)
  const thread = await startPart(part, { ...task, directory }, true)
  closers.push(async () => {
    thread.stop()
    await thread.ended
  })
  const reader = new ModelsReader(directory)
  closers.push(() => reader.close())
  thread.run()
  logger.info({ directory }, 'the read models are being copied from their source')
  return { reader, directory, thread }
}
