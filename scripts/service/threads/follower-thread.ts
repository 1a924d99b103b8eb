// The follower in a thread of its own: it appends to the log and waits for nobody.

import { ChainFollowing } from '../../../indexer/follow-chain.ts'
import { Log } from '../../../indexer/log/log.ts'
import { checkOrigin } from '../../../indexer/log-origin.ts'
import { dropEmptyModels } from '../../../projections/folding/drop-empty-models.ts'
import { openReports } from '../../../projections/status/report-file.ts'
import { formatPoint } from '../../../schema/primitives.ts'
import { logPath } from '../settings/data-directory.ts'
import { createLogger } from '../settings/logger.ts'
import { commitNotices } from './commit-notices.ts'
import type { IndexerTask } from './indexer-threads.ts'
import { runThread } from './service-thread.ts'

void runThread<IndexerTask>(
  ({ dataDir, network, start, operations, logLevel, url, isRecorded, postgres }, unwritten) => {
    const logger = createLogger(logLevel)
    const { given, otherwise } = start
    const log = Log.open(logPath(dataDir), { network, start: given ?? otherwise })
    checkOrigin(log, { given, isRecorded })
    if (log.start !== 'origin' && formatPoint(log.start) !== formatPoint(given ?? otherwise))
      logger.warn(
        { start: formatPoint(log.start) },
        'the log begins later than is usual on this network: what was before is not known here',
      )
    // Before the models are opened by the thread that folds.
    if (log.lastSeq === 0) dropEmptyModels(dataDir)
    const reports = openReports(dataDir, logger, unwritten)
    if (postgres === undefined) reports.forget('mirroring')
    const following = new ChainFollowing({ log, network, operations, logger })
    const logged = commitNotices(dataDir, 'log')
    following.on('appended', () => logged.give())
    following.on('report', (report) => reports.write({ following: report }))
    let ended: Promise<void> | undefined
    return {
      run() {
        ended = following.follow(url, { isRecorded }).catch((error: unknown) => {
          // A bug: the report says that following stopped, and what there is can still be served.
          logger.error({ err: error }, 'following failed')
        })
      },
      async end() {
        following.stop()
        await ended
        following.close()
        logged.close()
        reports.close()
        log.close()
      },
    }
  },
)
