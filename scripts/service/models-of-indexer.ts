// Opens read models for a process that only serves them. Another process's indexer writes them, and might not have started yet.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { otherVersions } from '../../projections/engine/file/generations.ts'
import { networkOfModels } from '../../projections/engine/file/models-database.ts'
import { ModelsReader, NoModels } from '../../projections/read/reader/models-reader.ts'
import { StartupError } from '../../schema/errors.ts'
import type { Network } from '../../schema/primitives.ts'
import { checkReadable } from './settings/data-directory.ts'

/** Times in ms: the wait for an indexer, and the time between two attempts. */
const TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 200

/**
 * Waits up to a minute for models, and opens them. @throws {StartupError} if there are no models after a minute, they belong to another
 * network, or the directory cannot be read
 */
export const modelsOfIndexer = async (
  directory: string,
  network: Network,
  logger: Logger,
): Promise<ModelsReader> => {
  checkReadable(directory)
  const reader = openReader(directory) ?? (await waitForModels(directory, logger))
  const found = networkOfModels(reader.database)
  if (found === network) return reader
  reader.close()
  throw new StartupError(
    `${directory} has models of ${found}, but this process is for ${network}: choose another DATA_DIR or NETWORK`,
  )
}

/** At most one sentence, for example after an upgrade of the indexer alone: its rows may have another meaning for this process. */
export const otherVersionsLack = (
  reader: Pick<ModelsReader, 'generations'>,
  models: Parameters<typeof otherVersions>[1],
): readonly string[] => {
  const other = otherVersions(reader.generations(), models)
  return other.length === 0
    ? []
    : [
        `the indexer has another version of ${other.join(', ')}, or lacks it: run the same version as the indexer, with the same MODEL`,
      ]
}

/** Undefined if there are no models yet. */
export const openReader = (directory: string): ModelsReader | undefined => {
  try {
    return new ModelsReader(directory)
  } catch (error) {
    if (error instanceof NoModels) return undefined
    throw error
  }
}

const waitForModels = async (directory: string, logger: Logger): Promise<ModelsReader> => {
  logger.warn(
    { dataDir: directory, seconds: TIMEOUT_MS / 1000 },
    'there are no read models yet: waiting for an indexer (ROLE=indexer) on this directory',
  )
  const end = performance.now() + TIMEOUT_MS
  while (performance.now() < end) {
    await sleep(POLL_INTERVAL_MS)
    const reader = openReader(directory)
    if (reader !== undefined) return reader
  }
  throw new StartupError(
    `there are no read models in ${directory}: start an indexer (ROLE=indexer) with the same DATA_DIR, or set DATA_DIR to the directory of a running indexer`,
  )
}
