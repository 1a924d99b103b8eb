// The fold in a thread of its own: it reads what the follower appended, and nobody calls it.
import { Log } from '../../../indexer/log/log.ts'
import { ModelsFolding } from '../../../projections/folding/fold-models.ts'
import { statusReader } from '../../../projections/status/indexer-status.ts'
import { openReports } from '../../../projections/status/report-file.ts'
import { StartupError } from '../../../schema/errors.ts'
import { storageError } from '../../../schema/platform/storage-error.ts'
import { heightOf } from '../../../schema/primitives.ts'
import { logPath, modelsPath } from '../settings/data-directory.ts'
import { createLogger } from '../settings/logger.ts'
import { commitNotices } from './commit-notices.ts'
import type { IndexerTask } from './indexer-threads.ts'
import { runThread } from './service-thread.ts'

const openFolding = (options: ConstructorParameters<typeof ModelsFolding>[0]): ModelsFolding => {
  try {
    return new ModelsFolding(options)
  } catch (error) {
    const problem = storageError(error, modelsPath(options.dataDir), 'models')
    throw problem === undefined ? error : new StartupError(problem.message, { cause: error })
  }
}

void runThread<IndexerTask>(({ dataDir, network, operations, logLevel }, unwritten) => {
  const logger = createLogger(logLevel)
  const log = Log.openForReading(logPath(dataDir), { network })
  const status = statusReader(dataDir)
  const tipHeight = (): number => heightOf(status.read().following?.nodeTip)
  const folding = openFolding({ dataDir, network, operations, log: log, tipHeight, logger })
  const reports = openReports(dataDir, logger, unwritten)
  const logged = commitNotices(dataDir, 'log', () => folding.look())
  const folded = commitNotices(dataDir, 'models')
  folding.on('folded', () => folded.give())
  folding.on('report', (report) => reports.write({ folding: report }))
  // What the last run said of itself holds no more.
  reports.write({ folding: folding.report })
  let ended: Promise<void> | undefined
  return {
    run() {
      ended = folding.run()
    },
    async end() {
      folding.close()
      await ended
      logged.close()
      folded.close()
      reports.close()
      status.close()
      log.close()
    },
  }
})
