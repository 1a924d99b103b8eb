// The part that publishes: writes the fold's commits as files to a directory or an object store.

import { NatsFiles } from '../../../projections/copies/files/nats/nats-files.ts'
import { ObjectFiles } from '../../../projections/copies/files/object-files.ts'
import { PublicationPlace, publishingReport } from '../../../projections/copies/files/publication-place.ts'
import { freeBytesOf, PublishedFiles } from '../../../projections/copies/files/published-files.ts'
import type { PublishedStore } from '../../../projections/copies/files/published-store.ts'
import { CopyWriting } from '../../../projections/copies/protocol/copy-writing.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { startReporting } from '../../../projections/status/reporting.ts'
import { lockDirectory } from '../../../schema/platform/locks/lock-directory.ts'
import { createLogger } from '../settings/logger.ts'
import type { OpenPart } from './part.ts'
import type { IndexerTask } from './start-indexing.ts'

/** @throws {StartupError} if another process publishes in the directory */
const placeOf = (
  directory: IndexerTask['publishDir'],
  store: IndexerTask['publishStore'],
): {
  readonly store: PublishedStore
  readonly freeBytes: () => number | null
  readonly unlock: () => void
} => {
  if (store !== undefined)
    return {
      store: 'server' in store ? new NatsFiles(store) : new ObjectFiles(store),
      freeBytes: () => null,
      unlock: () => {},
    }
  if (directory === undefined) throw new Error('publishing was started without a place')
  const unlock = lockDirectory(directory, 'PUBLISH_DIR')
  return { store: new PublishedFiles(directory), freeBytes: () => freeBytesOf(directory), unlock }
}

export const open: OpenPart<IndexerTask> = (task, unwritten) => {
  const { dataDir: directory, network, operations, ownModels, logLevel, publishDir, publishStore } = task
  const { unlock, store, freeBytes } = placeOf(publishDir, publishStore)
  const common = {
    directory,
    models: launchpadModels(network, operations, ownModels),
    logger: createLogger(logLevel),
  }
  const publishing = new CopyWriting({ ...common, place: new PublicationPlace({ ...common, store }) })
  const report = () => ({ publishing: publishingReport(publishing.report, freeBytes()) })
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
