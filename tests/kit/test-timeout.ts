// Time limits of tests. A test that waits for a condition ends before the limit of a whole test (tests/runner/name-hanging-test.ts), so the
// error names the condition.
import { availableParallelism, loadavg } from 'node:os'

/** Limit on a machine that is not busy. */
export const TEST_TIMEOUT_MS = 240_000

/** Grows with the number of runnable processes per processor. */
export const limitNow = (limitMs = TEST_TIMEOUT_MS): number =>
  limitMs * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism())
