// A callee for tests. It replies to a call with its task or with the turns of the event loop, or never replies, or never returns from it.
import { serveCalls } from '../serve-calls.ts'

export type OddTask = 'wait' | 'block' | 'turn' | { readonly bytes: Uint8Array }

/** Number of turns of the event loop in which a call 'turn' began. */
let turns = 0

const run = async (task: OddTask): Promise<unknown> => {
  if (typeof task !== 'string') return task.bytes
  // It does not spin, so that the caller keeps its share of a busy processor.
  if (task === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (task === 'turn') {
    setImmediate(() => turns++)
    return turns
  }
  return new Promise(() => {})
}

serveCalls(run)
