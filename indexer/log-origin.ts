// Before a log is continued, checks where the log starts. Responses lack everything before the log's first block, and do not say so. So a
// log that starts elsewhere than the operator expects must not be continued.
import { StartupError } from '../schema/errors.ts'
import { formatPoint, type Point } from '../schema/primitives.ts'
import type { Log } from './log/log.ts'

/** A log from the origin starts with a chain's first block or this second one. */
const SECOND = 1

/** A recording may start with any block. */
export const mayBeginLog = ({ height }: { readonly height: number }, isRecorded: boolean): boolean =>
  isRecorded || height <= SECOND

interface Continuation {
  readonly given: Point | 'origin' | undefined
  /** A recording may start with any block. */
  readonly isRecorded: boolean
}

/**
 * A log from a recording names the origin as its start, even if its first block is not the chain's first.
 * @throws {StartupError} if the log starts elsewhere than START_POINT, or if a node would continue a recording that starts in the middle of
 * the chain
 */
export const checkOrigin = (
  log: Pick<Log, 'path' | 'start' | 'nextAfter'>,
  { given, isRecorded }: Continuation,
): void => {
  const first = log.nextAfter(0)
  if (first === undefined) return
  const start = formatPoint(log.start)
  if (given !== undefined && formatPoint(given) !== start)
    throw new StartupError(
      `${log.path} begins at ${start}, but START_POINT is ${formatPoint(given)}: leave START_POINT out to continue it, or choose a new DATA_DIR to begin there`,
    )
  if (log.start === 'origin' && !mayBeginLog(first, isRecorded))
    throw new StartupError(
      `${log.path} was begun from a recording, with block ${formatPoint(first)} at height ${first.height}, and a node cannot supply the blocks before it: choose a new DATA_DIR to follow the node`,
    )
}
