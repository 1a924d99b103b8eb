// The side of calls (call-thread.ts) of a thread or a child process. It reports that it has loaded, that it starts a call, how a call ended, and on request that
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

/** Sends a message to the parent; resolves when it was sent. */
const post = (message: ServedMessage): Promise<void> | void => {
  if (parentPort === null) return new Promise((resolve) => process.send?.(message, () => resolve()))
  const bytes =
    'result' in message && message.result instanceof Uint8Array ? message.result.buffer : undefined
  parentPort.postMessage(message, bytes instanceof ArrayBuffer ? [bytes] : [])
}

/**
 * Answers the calls of the parent. While one call waits, other calls run. A child process ends with its parent.
 * @param handle returns plain data, or a Uint8Array, whose memory a thread shares or transfers and never copies
 * @param onAnswered called when an answer was sent
 */
export const serveCalls = <Task>(
  handle: (task: Task) => unknown,
  onAnswered: () => void = () => {},
): void => {
  const receive = async (message: CallMessage<Task>): Promise<void> => {
    if (message === 'ping') return post({ isAlive: true })
    const { id, task } = message
    void post({ id, isStarted: true })
    await post({ id, ...(await outcomeOf(() => handle(task))) })
    onAnswered()
  }
  if (parentPort === null)
    process.on('message', receive).on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  else parentPort.on('message', receive)
  void post({ isAlive: true })
}
