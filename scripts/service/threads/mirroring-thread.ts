// The mirror in a thread of its own: it reads what the fold committed, and nobody waits for it. Only here is the driver of
// PostgreSQL loaded.
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { ModelsMirroring } from '../../../projections/postgres/mirror/mirror-models.ts'
import { openReports } from '../../../projections/status/report-file.ts'
import { createLogger } from '../settings/logger.ts'
import { commitNotices } from './commit-notices.ts'
import type { IndexerTask } from './indexer-threads.ts'
import { runThread } from './service-thread.ts'

void runThread<IndexerTask>(({ dataDir, network, operations, logLevel, postgres }, unwritten) => {
  if (postgres === undefined) throw new Error('the mirror was started without a database')
  const logger = createLogger(logLevel)
  const mirroring = new ModelsMirroring({
    ...postgres,
    directory: dataDir,
    models: launchpadModels(network, operations),
    logger,
  })
  const reports = openReports(dataDir, logger, unwritten)
  const folded = commitNotices(dataDir, 'models', () => mirroring.look())
  mirroring.on('report', (report) => reports.write({ mirroring: report }))
  reports.write({ mirroring: mirroring.report })
  return {
    run: () => mirroring.run(),
    async end() {
      await mirroring.close()
      folded.close()
      reports.close()
    },
  }
})
