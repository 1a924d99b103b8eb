// A thread that is called with tasks and answers with results. It starts with the first call. If it ends unexpectedly, its
// started calls fail, and another thread runs the rest. A thread that does not respond is ended, since clients choose its work.
// The numbers of running and of waiting calls are limited.
import type { Worker } from 'node:worker_threads'
import type { CallMessage, ServedMessage } from './serve-calls.ts'
import { startWorker } from './start-worker.ts'
import { resultOf } from './thread-outcome.ts'

/**
 * Number of pings within the deadline. Pings are counted instead of the time, since the calling thread itself may have been
 * blocked.
 */
const PINGS = 10

/** State of a thread, for metrics and readiness. */
export class CallCounts {
  /** Number of calls that are not answered. */
  waiting = 0
  /** Approximate time in ms since the last response of the thread; 0 while it has no work. */
  silence = 0
  /** Number of times since the start that the thread was ended because it did not respond within its deadline. */
  overdue = 0
}

interface CallThreadOptions {
  /** Name of the thread in messages. */
  readonly name: string
  /** Module that calls `serveCalls`. */
  readonly module: URL
  /** Its `workerData`. */
  readonly data: object
  /** Number of calls that the thread runs at the same time. */
  readonly atOnce: number
  /** Maximum number of calls that wait until the thread has fewer. */
  readonly maxWaiting: number
  /** Time in ms without a response, after loading, after which the thread is ended. */
  readonly deadline: number
  /** Error of a call above the maximum number. */
  readonly full: () => Error
  /** Error of calls that were started by a thread that did not respond. */
  readonly overdue: () => Error
  /** Counts that are kept up to date, for metrics. */
  readonly counts?: CallCounts
  /** Classes of errors that the thread throws, beside StartupError and ApiError. */
  readonly errors?: Parameters<typeof resultOf>[1]
}

interface Call {
  readonly task: unknown
  readonly signal: AbortSignal | undefined
  readonly resolve: (result: never) => void
  readonly reject: (reason: unknown) => void
  /** Thread to which the call was sent, and whether the thread has started it. */
  thread?: Worker
  isStarted: boolean
}

export class CallThread {
  readonly #options: CallThreadOptions
  readonly #running = new Map<number, Call>()
  #queue: Call[] = []
  #worker: Worker | undefined
  #watch: NodeJS.Timeout | undefined
  /** Number of pings that the thread has not answered; undefined while it loads, which has no time limit. */
  #unanswered: number | undefined
  #last = 0
  #isAnswered = false
  #isClosing = false

  constructor(options: CallThreadOptions) {
    this.#options = options
  }

  /**
   * Calls the thread.
   * @param signal drops the call if it is aborted before it is sent to the thread; the promise then rejects with its reason
   * @returns the result of the thread's module. Memory that the thread shares may be overwritten after the turn of the event loop in which
   * the promise is fulfilled.
   * @throws {Error} `full()` if too many calls are running and waiting
   */
  run<Result>(task: unknown, signal?: AbortSignal): Promise<Result> {
    const { atOnce, maxWaiting, full } = this.#options
    if (this.#running.size + this.#queue.length >= atOnce + maxWaiting) throw full()
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, signal, resolve, reject, isStarted: false })
      this.#next()
    })
  }

  /** Number of calls in the thread, and of waiting calls. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running.size, waiting: this.#queue.length }
  }

  /** Ends the thread; calls fail. A later call starts another thread. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const { reject } of [...this.#queue.splice(0), ...this.#running.values()])
      reject(new Error(`${this.#options.name} was closed`))
    await this.#worker?.terminate()
    this.#isClosing = false
  }

  #count(): void {
    const { counts, deadline } = this.#options
    if (counts === undefined) return
    counts.waiting = this.#running.size + this.#queue.length
    counts.silence = ((this.#unanswered ?? 0) * deadline) / PINGS
  }

  #next(): void {
    while (!this.#isAnswered && this.#running.size < this.#options.atOnce) {
      const call = this.#queue.shift()
      if (call === undefined) break
      if (call.signal?.aborted) call.reject(call.signal.reason)
      else this.#post(call)
    }
    if (this.#running.size === 0) {
      // Waits for a thread that is being ended.
      if (!this.#isClosing) this.#worker?.unref()
      clearInterval(this.#watch)
      this.#watch = undefined
      if (this.#unanswered !== undefined) this.#unanswered = 0
    }
    this.#count()
  }

  #post(call: Call): void {
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#last += 1
    this.#running.set(this.#last, call)
    call.thread = this.#worker
    this.#worker.postMessage({ id: this.#last, task: call.task } satisfies CallMessage)
    this.#watch ??= setInterval(() => this.#checkLife(), this.#options.deadline / PINGS)
  }

  #start(): Worker {
    const { module, data, name, overdue } = this.#options
    const worker = startWorker(module, data)
    this.#unanswered = undefined
    let hasLoaded = false
    let cause: Error | undefined
    worker.on('message', (message: ServedMessage<never>) => {
      hasLoaded = true
      this.#receive(message)
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', (code) => {
      const wasSilent = this.#worker !== worker && !this.#isClosing
      if (this.#worker === worker) this.#worker = undefined
      const again: Call[] = []
      // One of the started calls ended the thread; the others go to the next thread. A thread that ends before it has loaded would end
      // again. Calls that came after the thread was given up already have another one.
      for (const [id, call] of this.#running) {
        if (call.thread !== worker) continue
        this.#running.delete(id)
        if (!call.isStarted && hasLoaded && !this.#isClosing) again.push(call)
        else call.reject(wasSilent ? overdue() : (cause ?? new Error(`${name} ended with code ${code}`)))
      }
      this.#queue = [...again, ...this.#queue]
      this.#next()
    })
    return worker
  }

  #receive(message: ServedMessage<never>): void {
    this.#unanswered = 0
    if ('isAlive' in message) return
    const call = this.#running.get(message.id)
    if (call === undefined) return
    if ('isStarted' in message) {
      call.isStarted = true
      return
    }
    this.#running.delete(message.id)
    this.#count()
    try {
      // The result belongs to the call with this id.
      call.resolve(resultOf(message, this.#options.errors))
    } catch (error) {
      call.reject(error)
    }
    // The promise's handlers run first, since they read memory that the next answer may overwrite.
    this.#isAnswered = true
    setImmediate(() => {
      this.#isAnswered = false
      this.#next()
    })
  }

  /** Pings the thread, and ends it if it has not responded for too long. */
  #checkLife(): void {
    const { counts, overdue } = this.#options
    const silent = this.#worker
    if (this.#unanswered === undefined || silent === undefined) return
    if (this.#unanswered < PINGS) {
      this.#unanswered += 1
      this.#count()
      silent.postMessage('ping' satisfies CallMessage)
      return
    }
    if (counts !== undefined) counts.overdue += 1
    this.#worker = undefined
    // The call fails immediately, because a thread in native code ends only when that code returns.
    for (const call of this.#running.values())
      if (call.thread === silent && call.isStarted) call.reject(overdue())
    void silent.terminate()
  }
}
