// Checks where a log starts before it is continued. Responses lack the blocks before its first one, and do not say so. So a log must never
// be continued by accident.
import { StartupError } from '../schema/errors.ts'
import { formatPoint, type Point } from '../schema/primitives.ts'
import type { Log } from './log/log.ts'

/** Height of the second block of a chain. A log from the origin of a network starts with it at the latest. */
const SECOND = 1

/** Whether a log from the origin may start with a block: a recording may start with any block. */
export const mayBeginLog = ({ height }: { readonly height: number }, isRecorded: boolean): boolean =>
  isRecorded || height <= SECOND

interface Continuation {
  /** START_POINT, if it is set. */
  readonly given: Point | 'origin' | undefined
  /** Whether the followed chain is a recording, which may start with any block. */
  readonly isRecorded: boolean
}

/**
 * Checks that a log may be continued. A log that was started from a recording names the origin as its start, but its first block shows
 * another start.
 * @throws {StartupError} if it starts elsewhere than START_POINT, or in the middle of a recorded chain that a node would continue
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
