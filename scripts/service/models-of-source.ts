// Read models of a replica. A thread copies them from their source into files of this process, in a directory within the data directory.
// After a restart the next process uses the same directory. Until the first copy is complete, the models contain no block.
import type { Logger } from 'pino'
import { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import type { RunningPart } from './indexing/part.ts'
import type { ReplicatingTask } from './indexing/replicate.ts'
import { startPart } from './indexing/start-part.ts'
import { takePrivateDirectory } from './settings/private-directory.ts'

interface CopiedModels {
  readonly reader: ModelsReader
  readonly directory: string
  readonly thread: RunningPart
}

/**
 * @param dataDir parent of the directory; it must be on a disk, because models are too large for memory
 * @param closers receives the functions that end the thread
 * @throws {StartupError} if the directory cannot be written to
 */
export const modelsOfSource = async (
  task: Omit<ReplicatingTask, 'directory'>,
  dataDir: string,
  logger: Logger,
  closers: (() => Promise<void> | void)[],
): Promise<CopiedModels> => {
  const { directory, release } = takePrivateDirectory(dataDir, 'replica-')
  closers.push(release)
  const thread = await startPart('replicate', { ...task, directory }, true)
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
