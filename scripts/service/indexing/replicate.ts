// The part that replicates: copies models out of PostgreSQL into files of its own.
import { followedPostgres } from '../../../projections/postgres/replica/followed-postgres.ts'
import {
  ReplicaFollowing,
  type ReplicaFollowingOptions,
} from '../../../projections/postgres/replica/replica-following.ts'
import type { Session } from '../../../projections/postgres/session.ts'
import { startReporting } from '../../../projections/status/reporting.ts'
import { createLogger } from '../settings/logger.ts'
import type { OpenPart } from './part.ts'

export interface ReplicaTask extends Omit<ReplicaFollowingOptions<Session>, 'logger' | 'sourceOf'> {
  readonly url: string
  readonly schema: string
  readonly logLevel: string
}

export const open: OpenPart<ReplicaTask> = ({ logLevel, url, schema, ...task }, unwritten) => {
  const logger = createLogger(logLevel)
  const following = new ReplicaFollowing({
    ...task,
    sourceOf: (rules, network) => followedPostgres(url, schema, rules, network),
    logger,
  })
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
