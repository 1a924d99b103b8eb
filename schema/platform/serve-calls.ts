// The called side of call-thread.ts, in a thread or a child process. This side reports that it has loaded, that it starts a call, how a
// call ended, and, when asked, that it is alive.
import { parentPort } from 'node:worker_threads'
import { type Outcome, outcomeOf } from './thread-outcome.ts'

interface Call<Task> {
  readonly id: number
  readonly task: Task
}

/** A call has a number, which the reply repeats. */
export type CallMessage<Task = unknown> = Call<Task> | 'ping'

export type ServedMessage<Result = unknown> =
  | ({ readonly id: number } & Outcome<Result>)
  | { readonly id: number; readonly isStarted: true }
  | { readonly isAlive: true }

/** Resolves when the message was sent. */
const post = (message: ServedMessage): Promise<void> | void => {
  if (parentPort === null) return new Promise((resolve) => process.send?.(message, () => resolve()))
  const bytes =
    'result' in message && message.result instanceof Uint8Array ? message.result.buffer : undefined
  parentPort.postMessage(message, bytes instanceof ArrayBuffer ? [bytes] : [])
}

/**
 * At most one call begins in each turn of the event loop. While one call waits, others run. A child process ends with its parent.
 * @param handle returns plain data, or a Uint8Array whose memory a thread shares or transfers without a copy
 * @param onAnswered called when a reply was sent
 */
export const serveCalls = <Task>(
  handle: (task: Task) => unknown,
  onAnswered: () => void = () => {},
): void => {
  const calls: Call<Task>[] = []
  const answer = async ({ id, task }: Call<Task>): Promise<void> => {
    void post({ id, isStarted: true })
    await post({ id, ...(await outcomeOf(() => handle(task))) })
    onAnswered()
  }
  // A port delivers all its messages in one turn of the event loop, even those that arrive later in it. Without a turn between two calls,
  // the thread would not read the sockets for which other calls wait.
  const next = (): void => {
    const call = calls.shift()
    if (call !== undefined) void answer(call)
    if (calls.length > 0) setImmediate(next)
  }
  const receive = (message: CallMessage<Task>): void => {
    if (message === 'ping') void post({ isAlive: true })
    else if (calls.push(message) === 1) setImmediate(next)
  }
  if (parentPort === null)
    process.on('message', receive).on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  else parentPort.on('message', receive)
  void post({ isAlive: true })
}
