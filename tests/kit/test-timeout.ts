// A wait ends before the limit of its test, so that the error names the condition.
import { availableParallelism, loadavg } from 'node:os'

/** On a machine that is not busy. */
export const TEST_TIMEOUT_MS = 240_000

/** In ms. Grows with the number of runnable processes per processor. */
export const limitNow = (limitMs = TEST_TIMEOUT_MS): number =>
  limitMs * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism())
