// A builder's thread for tests. Every job ends at once without a result, except a submission, which never ends.
import { serveCalls } from '../../../../schema/platform/serve-calls.ts'
import type { JobRequest } from '../builder-thread.ts'

serveCalls(({ name }: JobRequest) => {
  // The wait uses no processor time.
  if (name === 'submit') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  return [[], []]
})
