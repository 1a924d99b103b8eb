// The part that follows: appends a node's chain to the log.
import { EraWatch } from '../../../indexer/era-watch.ts'
import { Follower } from '../../../indexer/follower.ts'
import { latestTime } from '../../../indexer/latest-time.ts'
import { Log } from '../../../indexer/log/log.ts'
import { checkOrigin } from '../../../indexer/log-origin.ts'
import { dropEmptyModels } from '../../../projections/engine/file/drop-empty-models.ts'
import { removeReport } from '../../../projections/status/indexer-status.ts'
import { startReporting } from '../../../projections/status/reporting.ts'
import { decodeVestingLock } from '../../../schema/launchpad/datums/vesting-lock.ts'
import { formatPoint, type Point } from '../../../schema/primitives.ts'
import type { FollowingReport } from '../../../schema/reports.ts'
import { slotClock, slotTime } from '../../../schema/slots.ts'
import { logPath } from '../settings/data-directory.ts'
import { createLogger } from '../settings/logger.ts'
import { watchDirectory } from './lost-directory.ts'
import type { OpenPart } from './part.ts'
import type { IndexerTask } from './start-indexing.ts'

/** Sentences for the operator about data before the log's start. */
const missingBefore = (start: Point | 'origin', otherwise: Point | 'origin'): readonly string[] =>
  start === 'origin' || (otherwise !== 'origin' && start.slot <= otherwise.slot)
    ? []
    : [
        `the log begins at ${formatPoint(start)}, so earlier outputs and pools are missing: sync into another DATA_DIR, or set START_POINT to accept this`,
      ]

const withLacks = (
  following: FollowingReport,
  lacks: readonly string[],
  unknownEra: string | null,
): FollowingReport => {
  if (unknownEra === null) return { ...following, lacks }
  const upgrade = following.upgrade === 'needed' ? 'needed' : 'announced'
  return { ...following, upgrade, lacks: [...lacks, unknownEra] }
}

export const open: OpenPart<IndexerTask> = (task, unwritten) => {
  const {
    dataDir: directory,
    network,
    start,
    operations,
    logLevel,
    url,
    isRecorded,
    postgres,
    publishDir,
    publishStore,
  } = task
  const logger = createLogger(logLevel)
  const { given, otherwise } = start
  // A log with the operator's start keeps whole blocks.
  const base = given === undefined ? start.base : undefined
  const log = Log.open(logPath(directory), { network, start: given ?? otherwise, base })
  checkOrigin(log, { given, isRecorded })
  const lacks = given === undefined ? missingBefore(log.start, otherwise) : []
  if (lacks.length > 0) logger.warn({ lacks }, 'the log was begun with START_POINT')
  // Empty models are removed before the part that folds opens them.
  if (log.lastSeq === 0) dropEmptyModels(directory)
  const { slotAt } = slotClock(operations.slots)
  const mayStartAgain = network === 'devnet' && !isRecorded
  const follower = new Follower({
    log,
    url,
    network,
    isRecorded,
    latestSlot: network === 'devnet' || isRecorded ? undefined : () => slotAt(latestTime()),
    networkStart: mayStartAgain ? Math.round(1000 * slotTime(operations, 0)) : undefined,
    // The launchpad needs datums of locks even if an output names them only by hash. A lock is recognised by its datum alone.
    keepsDatum: (datum) => decodeVestingLock(datum) !== undefined,
    logger,
  })
  const eras = new EraWatch(url)
  const lost = watchDirectory({
    directory,
    log,
    logger,
    onChange() {
      follower.stop()
      reports.write()
    },
  })
  const report = () => {
    const problem = lost.problem()
    const stopped = problem === null ? {} : ({ state: 'stopped', problem } as const)
    return { following: { ...withLacks(follower.report, lacks, eras.problem), ...stopped } }
  }
  const reports = startReporting({ directory, report, unwritten })
  if (postgres === undefined) removeReport(directory, 'mirroring')
  if ((publishDir ?? publishStore) === undefined) removeReport(directory, 'publishing')
  follower.on('report', reports.write)
  eras.on('changed', () => {
    if (eras.problem !== null) logger.warn({ problem: eras.problem }, 'this version must be upgraded')
    reports.write()
  })
  let ended: Promise<void> | undefined
  let watched: Promise<void> | undefined
  return {
    run() {
      ended = follower.run().catch((error: unknown) => {
        // An unexpected error is a bug. The models are still served.
        logger.error({ err: error }, 'the indexer could not continue')
      })
      // A recording never enters a new era.
      watched = isRecorded ? undefined : eras.run()
    },
    async end() {
      lost.close()
      follower.stop()
      eras.stop()
      await Promise.all([ended, watched])
      reports.close()
      log.close()
    },
  }
}
