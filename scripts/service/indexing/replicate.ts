// The part that replicates: copies models out of PostgreSQL into files of its own.
import {
  ReplicaFollowing,
  type ReplicaFollowingOptions,
} from '../../../projections/postgres/replica/replica-following.ts'
import { startReporting } from '../../../projections/status/reporting.ts'
import { createLogger } from '../settings/logger.ts'
import type { OpenPart } from './part.ts'

export type ReplicaTask = Omit<ReplicaFollowingOptions, 'logger'> & { readonly logLevel: string }

export const open: OpenPart<ReplicaTask> = ({ logLevel, ...task }, unwritten) => {
  const logger = createLogger(logLevel)
  const following = new ReplicaFollowing({ ...task, logger })
  const { directory } = task
  const reports = startReporting({ directory, report: () => following.report, logger, unwritten })
  following.on('report', reports.write)
  return {
    run: () => following.run(),
    async end() {
      await following.close()
      reports.close()
    },
  }
}
