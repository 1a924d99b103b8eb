// The latest time of a slot that the indexer accepts from a node.
import { type TimeOfDay, timeOfDay, uptime } from '../schema/platform/clocks.ts'

/** Milliseconds by which a node's clock may differ from this machine's. */
const MOST_AHEAD_MS = 3_600_000

/** The latest time that a slot may have. Setting the clock back after the start does not lower it. */
export const latestTime = (): TimeOfDay =>
  Math.max(timeOfDay(), performance.timeOrigin + uptime()) + MOST_AHEAD_MS
