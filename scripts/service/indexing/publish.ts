// The part that publishes: writes the fold's commits as files to a directory or an object store.

import {
  ModelsPublishing,
  type ModelsPublishingOptions,
} from '../../../projections/copies/files/models-publishing.ts'
import { NatsFiles } from '../../../projections/copies/files/nats/nats-files.ts'
import { ObjectFiles } from '../../../projections/copies/files/object-files.ts'
import { freeBytesOf, PublishedFiles } from '../../../projections/copies/files/published-files.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { startReporting } from '../../../projections/status/reporting.ts'
import { lockDirectory } from '../../../schema/platform/locks/lock-directory.ts'
import { createLogger } from '../settings/logger.ts'
import type { OpenPart } from './part.ts'
import type { IndexerTask } from './start-indexing.ts'

/**
 * The place where the models are published. @throws {StartupError} if another process publishes in the
 * directory
 */
const placeOf = (
  directory: IndexerTask['publishDir'],
  store: IndexerTask['publishStore'],
): Pick<ModelsPublishingOptions, 'store' | 'into' | 'freeBytes'> & { readonly unlock: () => void } => {
  if (store !== undefined)
    return {
      store: 'server' in store ? new NatsFiles(store) : new ObjectFiles(store),
      into: 'PUBLISH_URL',
      unlock: () => {},
    }
  if (directory === undefined) throw new Error('publishing was started without a place')
  const unlock = lockDirectory(directory, 'PUBLISH_DIR')
  return {
    store: new PublishedFiles(directory),
    into: directory,
    freeBytes: () => freeBytesOf(directory),
    unlock,
  }
}

export const open: OpenPart<IndexerTask> = (task, unwritten) => {
  const { dataDir: directory, network, operations, ownModels, logLevel, publishDir, publishStore } = task
  const models = launchpadModels(network, operations, ownModels)
  const { unlock, ...place } = placeOf(publishDir, publishStore)
  const publishing = new ModelsPublishing({ directory, ...place, models, logger: createLogger(logLevel) })
  const report = () => ({ publishing: publishing.report })
  const reports = startReporting({ directory, report, unwritten })
  publishing.on('report', reports.write)
  return {
    run: () => publishing.run(),
    async end() {
      await publishing.close().finally(unlock)
      reports.close()
    },
  }
}
