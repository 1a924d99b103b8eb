// The parts that replicate: each copies models from its source into files of its own.

import {
  ReplicaFollowing,
  type ReplicaFollowingOptions,
} from '../../../projections/copies/receive/replica-following.ts'
import { startReporting } from '../../../projections/status/reporting.ts'
import type { Reports } from '../../../schema/reports.ts'
import { compareRounds, type Rounds } from '../comparing.ts'
import { createLogger } from '../settings/logger.ts'
import type { OpenPart } from './part.ts'

/** Settings of a replica of any source. */
export interface ReplicatingTask extends Omit<ReplicaFollowingOptions<unknown>, 'logger' | 'sourceOf'> {
  readonly logLevel: string
  /** Times of the comparisons, for tests. */
  readonly rounds?: Rounds
}

export const replicating = <Connection>(
  { logLevel, rounds, ...task }: ReplicatingTask,
  sourceOf: ReplicaFollowingOptions<Connection>['sourceOf'],
  unwritten: (reports: Reports) => void,
): ReturnType<OpenPart<unknown>> => {
  const logger = createLogger(logLevel)
  const { directory, network, operations, ownModels } = task
  const following = new ReplicaFollowing<Connection>({ ...task, sourceOf, logger })
  const reports = startReporting({ directory, report: () => following.report, unwritten })
  following.on('report', reports.write)
  const endRounds = compareRounds({
    task: { directory, network, operations, ownModels },
    isDue: () => following.isComparable,
    onRound: (damage, seconds) => following.compared(damage, seconds),
    logger,
    rounds,
  })
  return {
    run: () => following.run(),
    async end() {
      await endRounds()
      await following.close()
      reports.close()
    },
  }
}
