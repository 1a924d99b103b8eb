// Time limits of tests. A test that waits for a condition ends before the limit of a whole test (tests/runner/name-hanging-test.ts), so the
// error names the condition.
import { availableParallelism, loadavg } from 'node:os'

/** Maximum time in ms for which a test waits for a condition, on a machine that is not busy. */
export const TEST_TIMEOUT_MS = 240_000

/**
 * A time limit in ms that is longer while the machine is busy: it grows with the number of runnable processes per processor.
 * @param limitMs limit on a machine that is not busy
 */
export const limitNow = (limitMs = TEST_TIMEOUT_MS): number =>
  limitMs * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism())
