// The thread's side of calls (call-thread.ts). It reports that it has loaded, that it starts a call, how a call ended, and on request that
// it is alive.
import { parentPort } from 'node:worker_threads'
import { type Outcome, outcomeOf } from './thread-outcome.ts'

/** Message to the thread: a call with its number, which the answer repeats, or a ping. */
export type CallMessage<Task = unknown> = { readonly id: number; readonly task: Task } | 'ping'

/** Message of the thread. */
export type ServedMessage<Result = unknown> =
  | ({ readonly id: number } & Outcome<Result>)
  | { readonly id: number; readonly isStarted: true }
  | { readonly isAlive: true }

/**
 * Answers the calls of the parent. While one call waits, other calls run.
 * @param handle returns plain data, or a Uint8Array, whose memory is shared or transferred and never copied
 */
export const serveCalls = <Task>(handle: (task: Task) => unknown): void => {
  const post = (message: ServedMessage, memory: ArrayBuffer[] = []): void =>
    parentPort?.postMessage(message, memory)
  parentPort?.on('message', async (message: CallMessage<Task>) => {
    if (message === 'ping') return post({ isAlive: true })
    const { id, task } = message
    post({ id, isStarted: true })
    const outcome = await outcomeOf(() => handle(task))
    const bytes =
      'result' in outcome && outcome.result instanceof Uint8Array ? outcome.result.buffer : undefined
    post({ id, ...outcome }, bytes instanceof ArrayBuffer ? [bytes] : [])
  })
  post({ isAlive: true })
}
