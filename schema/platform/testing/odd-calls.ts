// A callee for tests. Depending on its task, it replies with the task or with the number of turns of the event loop, never replies, or
// blocks.
import { serveCalls } from '../serve-calls.ts'

export type OddTask = 'wait' | 'block' | 'turn' | { readonly bytes: Uint8Array }

let turns = 0

const run = async (task: OddTask): Promise<unknown> => {
  if (typeof task !== 'string') return task.bytes
  // The wait uses no processor time, which the caller needs on a busy machine.
  if (task === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (task === 'turn') {
    setImmediate(() => turns++)
    return turns
  }
  return new Promise(() => {})
}

serveCalls(run)
