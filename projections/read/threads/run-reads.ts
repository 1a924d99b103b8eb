// Runs heavy reads in a thread, so a large read never delays a small response. The thread runs one read at a time. A limited number of
// other reads wait in order.
import { ApiError } from '../../../schema/errors.ts'
import { CallThread } from '../../../schema/platform/call-thread.ts'
import type { Network } from '../../../schema/primitives.ts'
import type { HeavyRead } from './heavy-reads.ts'

interface ReadThreadOptions {
  readonly directory: string
  readonly network: Network
  /** Maximum number of waiting reads. */
  readonly maxWaiting?: number
  /** Maximum time of a read in ms. */
  readonly deadline?: number
  /** May run other reads with `serveReads`. Defaults to the heavy reads of the models. */
  readonly entry?: URL
  /** The entry's task, besides directory and network. */
  readonly task?: object
}

const MAX_WAITING = 32

/** The largest reads need a second or two. */
const DEADLINE_MS = 20_000

const unavailable = (message: string, seconds: string): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', message, { 'Retry-After': seconds })

export class ReadThread<Read = HeavyRead> {
  readonly #thread: CallThread

  constructor(options: ReadThreadOptions) {
    const { directory, network, task, maxWaiting = MAX_WAITING, deadline = DEADLINE_MS } = options
    const { entry = new URL('read-thread.ts', import.meta.url) } = options
    this.#thread = new CallThread({
      name: 'the read thread',
      module: entry,
      data: { directory, network, ...task },
      atOnce: 1,
      maxWaiting,
      deadline,
      full: () => unavailable('The service is busy with large requests; retry in 2 seconds', '2'),
      overdue: () => unavailable('The response took too long and was stopped; request less', '10'),
    })
  }

  /**
   * @param signal drops a read that has not begun; the promise then rejects with the signal's reason
   * @returns JSON in UTF-8, valid only in the turn of the event loop in which the promise is fulfilled: then the thread reuses the memory,
   * because new memory for each large result would cause frequent full garbage collections
   * @throws {ApiError} SERVICE_UNAVAILABLE if too many reads wait
   */
  run(read: Read, signal: AbortSignal): Promise<Buffer> {
    return this.#thread
      .run<Uint8Array>(read, signal)
      .then(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return this.#thread.load
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
