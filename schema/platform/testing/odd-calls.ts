// A callee for tests: it answers a call with its task, never answers it, or never returns from it.
import { serveCalls } from '../serve-calls.ts'

type OddTask = 'wait' | 'spin' | { readonly bytes: Uint8Array }

const run = async (task: OddTask): Promise<unknown> => {
  if (task === 'spin') for (;;) Math.random()
  return task === 'wait' ? new Promise(() => {}) : task.bytes
}

serveCalls(run)
