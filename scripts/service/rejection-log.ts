// Logs rejected pools. From these lines an operator learns that launches are missing, for example after a witness or an executor was
// replaced on the chain. Anybody can cause rejections, so at most one line per minute is written, with counts.
import type Database from 'better-sqlite3'
import type { Logger } from 'pino'
import { type Rejection, rejectionsQuery } from '../../projections/read/queries/rejections.ts'
import { BeingFolded, prepareServed } from '../../projections/read/reader/prepare-served.ts'
import type { Uptime } from '../../schema/platform/clocks.ts'

/** Time in ms between two lines, and between two checks. */
const INTERVAL_MS = 60_000
const CHECK_EVERY = 2_000

export const rejectionLog = (
  database: () => Database.Database,
  logger: Pick<Logger, 'warn'>,
  clock: () => Uptime,
): (() => void) => {
  // Each check prepares the query, because the models may be in another file by then. The view does not exist during the first fold.
  const read = (): readonly Rejection[] | undefined => {
    try {
      return prepareServed(database(), rejectionsQuery)()
    } catch (error) {
      if (error instanceof BeingFolded) return undefined
      throw error
    }
  }
  const countsOf = (rejections: readonly Rejection[]) =>
    new Map(rejections.map(({ reason, count }) => [reason, count]))
  const atStart = read()
  let counts = atStart && countsOf(atStart)
  let next = 0
  return () => {
    if (clock() < next) return
    const rejections = read()
    if (rejections === undefined) return
    const before = counts ?? countsOf(rejections)
    const fresh = rejections.filter(({ reason, count }) => count > (before.get(reason) ?? 0))
    counts = countsOf(rejections)
    if (fresh.length === 0) return
    next = clock() + INTERVAL_MS
    logger.warn(
      { rejections: fresh },
      'pools were rejected: they resemble pools of the launchpad and are not listed',
    )
  }
}

/**
 * @param onFailure called if the models cannot be read; the next check tries again
 * @returns a function that stops the checks
 */
export const watchRejections = (
  database: () => Database.Database,
  logger: Pick<Logger, 'warn'>,
  onFailure: (error: unknown) => void,
): (() => void) => {
  const logRejections = rejectionLog(database, logger, () => performance.now())
  const timer = setInterval(() => {
    try {
      logRejections()
    } catch (error) {
      onFailure(error)
    }
  }, CHECK_EVERY)
  timer.unref()
  return () => clearInterval(timer)
}
