// The parts that replicate: each copies models from its source into files of its own and, if a setting asks for it, publishes
// them again.

import { ReplicaPublishing } from '../../../projections/copies/files/replica-publishing.ts'
import {
  ReplicaFollowing,
  type ReplicaFollowingOptions,
} from '../../../projections/copies/receive/replica-following.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { startReporting } from '../../../projections/status/reporting.ts'
import type { Reports } from '../../../schema/reports.ts'
import { compareRounds, type Rounds } from '../comparing.ts'
import { lockDirectory } from '../settings/data-directory.ts'
import { createLogger } from '../settings/logger.ts'
import type { OpenPart } from './part.ts'

/** Settings of a replica of any source. */
export interface ReplicatingTask extends Omit<ReplicaFollowingOptions<unknown>, 'logger' | 'sourceOf'> {
  /** Directory for the published models; undefined if they are not published. */
  readonly publishDir?: string | undefined
  readonly logLevel: string
  /** Times of the comparisons, for tests. */
  readonly rounds?: Rounds
}

export const replicating = <Connection>(
  { logLevel, publishDir: into, rounds, ...task }: ReplicatingTask,
  sourceOf: ReplicaFollowingOptions<Connection>['sourceOf'],
  unwritten: (reports: Reports) => void,
): ReturnType<OpenPart<unknown>> => {
  const unlock = into === undefined ? undefined : lockDirectory(into, 'PUBLISH_DIR')
  const logger = createLogger(logLevel)
  const { directory, network, operations, ownModels } = task
  const following = new ReplicaFollowing<Connection>({ ...task, sourceOf, logger })
  const rules = launchpadModels(network, operations, ownModels)
  const publishing =
    into === undefined
      ? undefined
      : new ReplicaPublishing({ directory, into, rules, logger, onReport: () => reports.write() })
  const report = (): Reports => ({
    ...following.report,
    ...(publishing && { publishing: publishing.report }),
  })
  const reports = startReporting({ directory, report, unwritten })
  following.on('report', reports.write)
  following.on('loaded', (state) => publishing?.loaded(state))
  following.on('applied', (difference) => publishing?.applied(difference))
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
      await publishing?.close()
      unlock?.()
      reports.close()
    },
  }
}
