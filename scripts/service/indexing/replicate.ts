// The part that replicates: copies models that an indexer or another replica has published.
import { httpCarrier } from '../../../projections/copies/files/http-carrier.ts'
import { NatsCarrier } from '../../../projections/copies/files/nats/nats-carrier.ts'
import type { NatsAddress } from '../../../projections/copies/files/nats/nats-connection.ts'
import {
  ReplicaFollowing,
  type ReplicaFollowingOptions,
} from '../../../projections/copies/receive/replica-following.ts'
import { startReporting } from '../../../projections/status/reporting.ts'
import { compareRounds, type Rounds } from '../comparing.ts'
import { createLogger } from '../settings/logger.ts'
import type { OpenPart } from './part.ts'

export interface ReplicatingTask extends Omit<ReplicaFollowingOptions, 'logger' | 'carriers'> {
  /** The preferred publication first. */
  readonly sources: readonly (string | NatsAddress)[]
  readonly logLevel: string
  /** For tests. */
  readonly rounds?: Rounds
}

export const open: OpenPart<ReplicatingTask> = ({ sources, logLevel, rounds, ...task }, unwritten) => {
  const logger = createLogger(logLevel)
  const carriers = sources.map((source) =>
    typeof source === 'string' ? httpCarrier(source) : new NatsCarrier(source),
  )
  const { directory, network, operations, ownModels } = task
  const following = new ReplicaFollowing({ ...task, carriers, logger })
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
