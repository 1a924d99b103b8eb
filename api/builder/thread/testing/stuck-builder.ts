// A builder's thread for tests: every job ends at once without a result, but a submission never ends.
import { serveCalls } from '../../../../schema/platform/serve-calls.ts'
import type { JobRequest } from '../builder-thread.ts'

serveCalls(({ name }: JobRequest) => {
  // Blocked, not spinning: a test beside it keeps its share of the processor.
  if (name === 'submit') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  return [[], []]
})
