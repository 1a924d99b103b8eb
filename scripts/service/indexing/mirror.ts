// The part that mirrors: copies the fold's commits into PostgreSQL, whose driver is loaded only with this part.

import { MirrorPlace } from '../../../projections/copies/postgres/mirror/mirror-place.ts'
import { CopyWriting } from '../../../projections/copies/protocol/copy-writing.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { startReporting } from '../../../projections/status/reporting.ts'
import { createLogger } from '../settings/logger.ts'
import type { OpenPart } from './part.ts'
import type { IndexerTask } from './start-indexing.ts'

export const open: OpenPart<IndexerTask> = (task, unwritten) => {
  const { dataDir: directory, network, operations, ownModels, logLevel, postgres } = task
  if (postgres === undefined) throw new Error('the mirror was started without a database')
  const logger = createLogger(logLevel)
  const models = launchpadModels(network, operations, ownModels)
  const mirroring = new CopyWriting({
    ...{ directory, models, logger },
    place: new MirrorPlace({ ...postgres, logger }),
  })
  const report = () => ({ mirroring: mirroring.report })
  const reports = startReporting({ directory, report, unwritten })
  mirroring.on('report', reports.write)
  return {
    run: () => mirroring.run(),
    async end() {
      await mirroring.close()
      reports.close()
    },
  }
}
