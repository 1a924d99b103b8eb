// A replica's copying in a thread of its own, so that no request waits for it.

import {
  ReplicaFollowing,
  type ReplicaFollowingOptions,
} from '../../../projections/postgres/replica/follow-copy.ts'
import { openReports } from '../../../projections/status/report-file.ts'
import { createLogger } from '../settings/logger.ts'
import { commitNotices } from './commit-notices.ts'
import { runThread } from './service-thread.ts'

/** Options that the thread is started with. */
export type ReplicaTask = Omit<ReplicaFollowingOptions, 'logger'> & { readonly logLevel: string }

void runThread<ReplicaTask>(({ logLevel, ...task }, unwritten) => {
  const logger = createLogger(logLevel)
  const following = new ReplicaFollowing({ ...task, logger })
  const reports = openReports(task.directory, logger, unwritten)
  const copied = commitNotices(task.directory, 'models')
  following.on('copied', () => copied.give())
  following.on('report', (report) => reports.write(report))
  return {
    run: () => following.run(),
    async end() {
      await following.close()
      copied.close()
      reports.close()
    },
  }
})
