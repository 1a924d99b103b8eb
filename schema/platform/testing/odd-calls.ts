// A callee for tests: it answers a call with its task, never answers it, or never returns from it.
import { serveCalls } from '../serve-calls.ts'

export type OddTask = 'wait' | 'block' | { readonly bytes: Uint8Array }

const run = async (task: OddTask): Promise<unknown> => {
  if (typeof task !== 'string') return task.bytes
  // It does not spin, so that the caller keeps its share of a busy processor.
  if (task === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  return new Promise(() => {})
}

serveCalls(run)
