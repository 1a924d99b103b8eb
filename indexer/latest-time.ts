// The latest time of a slot that the indexer accepts from a node.
import { type TimeOfDay, timeOfDay, uptime } from '../schema/platform/clocks.ts'

/** Time in ms by which a node's clock may differ from this machine's. */
const MOST_AHEAD_MS = 3_600_000

/** Setting the clock back after the start does not lower it. */
export const latestTime = (): TimeOfDay =>
  Math.max(timeOfDay(), performance.timeOrigin + uptime()) + MOST_AHEAD_MS
