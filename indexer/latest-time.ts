// The time that bounds the slots of a node's blocks.
import { type TimeOfDay, timeOfDay, uptime } from '../schema/platform/clocks.ts'

/** Milliseconds by which the clocks of a node and of this machine may differ. */
const MOST_AHEAD_MS = 3_600_000

/** The latest time that a slot may have. A clock that was set back since the start counts as it was. */
export const latestTime = (): TimeOfDay =>
  Math.max(timeOfDay(), performance.timeOrigin + uptime()) + MOST_AHEAD_MS
