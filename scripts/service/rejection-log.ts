// Tells the log of pools that were rejected, so that a witness or an executor that was exchanged does not make
// launches vanish in silence. Anybody can make rejections, so there is one line a minute at most, with the counts.
import type Database from 'better-sqlite3'
import type { Logger } from 'pino'
import { type Rejection, rejectionsQuery } from '../../projections/read/queries/rejections.ts'
import { BeingFolded, prepareServed } from '../../projections/read/reader/being-folded.ts'

/** Milliseconds between two lines, and between two looks. */
const INTERVAL = 60_000
const LOOK = 2_000

/**
 * Makes a function to be called repeatedly: it writes a line when there are more rejections than at the last line.
 * @param clock milliseconds that only go forward.
 */
export const rejectionLog = (
  database: () => Database.Database,
  logger: Pick<Logger, 'warn'>,
  clock: () => number,
): (() => void) => {
  // The models may move to another file, or the view to another generation, so the query is prepared at each look.
  // There are none to read while they are being folded for the first time.
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
    next = clock() + INTERVAL
    logger.warn(
      { rejections: fresh },
      'pools rejected: they look like those of the launchpad and are not listed',
    )
  }
}

/**
 * Looks every so often.
 * @param onFailure called when the models cannot be read; they are looked at again.
 * @returns ends it.
 */
export const watchRejections = (
  database: () => Database.Database,
  logger: Pick<Logger, 'warn'>,
  onFailure: (error: unknown) => void,
): (() => void) => {
  const look = rejectionLog(database, logger, () => performance.now())
  const timer = setInterval(() => {
    try {
      look()
    } catch (error) {
      onFailure(error)
    }
  }, LOOK)
  timer.unref()
  return () => clearInterval(timer)
}
