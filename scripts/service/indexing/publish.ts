// The part that publishes: writes the fold's commits to a directory, as files.

import { ModelsPublishing } from '../../../projections/copies/files/models-publishing.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { startReporting } from '../../../projections/status/reporting.ts'
import { lockDirectory } from '../../../schema/platform/locks/lock-directory.ts'
import { createLogger } from '../settings/logger.ts'
import type { OpenPart } from './part.ts'
import type { IndexerTask } from './start-indexing.ts'

export const open: OpenPart<IndexerTask> = (task, unwritten) => {
  const { dataDir: directory, network, operations, ownModels, logLevel, publishDir: into } = task
  if (into === undefined) throw new Error('publishing was started without a directory')
  const unlock = lockDirectory(into, 'PUBLISH_DIR')
  const models = launchpadModels(network, operations, ownModels)
  const publishing = new ModelsPublishing({ directory, into, models, logger: createLogger(logLevel) })
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
