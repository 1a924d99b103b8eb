// A thread, or a child process, that is called with tasks and returns results. The thread starts with the first call. If it ends
// unexpectedly, the calls that it had started fail, and another thread runs the rest. A thread that does not respond is ended. The numbers
// of running and waiting calls are limited, and so is the age of each call, even while the thread loads. The age of a call counts from the
// beginning of its request. A child process can be ended even while it runs native code, such as an image decoder.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallMessage, ServedMessage } from './serve-calls.ts'
import { type Callee, Child } from './start-child.ts'
import { startWorker } from './start-worker.ts'
import { resultOf } from './thread-outcome.ts'

/** Pings within the deadline. Pings are counted instead of time, because the calling thread itself may be blocked. */
const PINGS = 10

/** Minimum default in ms of the maximum age of calls: loading a thread may take as long. */
const LEAST_AGE_MS = 10_000

/**
 * The thread is ended if a started call has no result after this many times the maximum age. The factor is above 1, because some calls wait
 * for a node.
 */
const STUCK = 3

/** Times at which requests began, in ms of the monotonic clock. */
const beginnings = new AsyncLocalStorage<number>()

/** The age of all calls that the handling makes, on any thread, counts from now. */
export const asOneRequest = <T>(handle: () => T): T => beginnings.run(performance.now(), handle)

/** State of a thread, for metrics and readiness. */
export class CallCounts {
  /** Calls without a result. */
  waiting = 0
  /** Approximate time in ms that the oldest call, or its request, has waited; 0 without calls. */
  age = 0
  /** Approximate time in ms since the thread last responded; 0 while it has no work. */
  silence = 0
  /** Number of times that the thread was ended because it did not respond or a call was stuck. */
  overdue = 0
}

interface CallThreadOptions {
  /** Name in messages. */
  readonly name: string
  /** Calls `serveCalls`. */
  readonly module: URL
  readonly data: object
  /** The module runs in a child process, which gets no `data`. */
  readonly isProcess?: boolean
  /** Calls that the thread runs at the same time. */
  readonly atOnce: number
  /** Maximum number of calls that wait for the thread. */
  readonly maxWaiting: number
  /** The thread is ended after this time in ms without a response. Loading does not count. */
  readonly deadline: number
  /**
   * Maximum time in ms from the request (`asOneRequest`) to the call's result, even while the thread loads. By default twice the deadline,
   * but at least 10 s.
   */
  readonly maxAge?: number
  /** Error of a call that is refused because too many calls wait. */
  readonly full: () => Error
  /** Error of a call that has no result in time. */
  readonly overdue: () => Error
  /** Kept up to date, for metrics. */
  readonly counts?: CallCounts
  /** Classes of errors that the thread throws, besides StartupError and ApiError. */
  readonly errors?: Parameters<typeof resultOf>[1]
}

interface Call {
  readonly task: unknown
  readonly signal: AbortSignal | undefined
  readonly resolve: (result: never) => void
  readonly reject: (reason: unknown) => void
  /** Pings since the call's request began. */
  age: number
  /** Pings since the thread started the call; undefined before. */
  worked?: number
  thread?: Callee | undefined
}

export class CallThread {
  readonly #options: CallThreadOptions
  /** Time in ms between two pings. */
  readonly #interval: number
  /** In pings. */
  readonly #maxAge: number
  readonly #running = new Map<number, Call>()
  #queue: Call[] = []
  #worker: Callee | undefined
  #watch: NodeJS.Timeout | undefined
  /** Pings without a reply; undefined while the thread loads. */
  #unanswered: number | undefined
  #last = 0
  #isAnswered = false
  #isClosing = false

  constructor(options: CallThreadOptions) {
    const { deadline, maxAge = Math.max(2 * deadline, LEAST_AGE_MS) } = options
    this.#options = options
    this.#interval = Math.max(1, deadline / PINGS)
    this.#maxAge = Math.ceil(maxAge / this.#interval)
  }

  /**
   * @param signal drops a call that was not yet sent to the thread; the promise then rejects with the signal's reason
   * @returns the result of the thread's module. If the thread shares its memory, the memory may be overwritten after the turn of the event
   * loop in which the promise is fulfilled
   * @throws {Error} `full()` if too many calls are running and waiting, `overdue()` if the request is too old
   */
  run<Result>(task: unknown, signal?: AbortSignal): Promise<Result> {
    const { atOnce, maxWaiting, full, overdue } = this.#options
    if (this.#running.size + this.#queue.length >= atOnce + maxWaiting) throw full()
    const now = performance.now()
    const age = Math.floor((now - (beginnings.getStore() ?? now)) / this.#interval)
    if (age > this.#maxAge) throw overdue()
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, signal, resolve, reject, age })
      this.#next()
    })
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running.size, waiting: this.#queue.length }
  }

  /** The thread's calls fail. A later call starts another thread. */
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
    const calls = [...this.#running.values(), ...this.#queue]
    counts.waiting = calls.length
    counts.age = Math.max(0, ...calls.map(({ age }) => age)) * this.#interval
    counts.silence = ((this.#unanswered ?? 0) * deadline) / PINGS
  }

  #next(): void {
    if (this.#queue.length > 0) this.#worker ??= this.#start()
    // A loading thread gets no calls, because they might be too old by the time it has loaded.
    while (!this.#isAnswered && this.#unanswered !== undefined && this.#running.size < this.#options.atOnce) {
      const call = this.#queue.shift()
      if (call === undefined) break
      if (call.signal?.aborted) call.reject(call.signal.reason)
      else this.#post(call)
    }
    if (this.#running.size + this.#queue.length > 0) {
      this.#worker?.ref()
      this.#watch ??= setInterval(() => this.#checkLife(), this.#interval)
    } else {
      // Keeps the process alive while a thread is being ended.
      if (!this.#isClosing) this.#worker?.unref()
      clearInterval(this.#watch)
      this.#watch = undefined
      if (this.#unanswered !== undefined) this.#unanswered = 0
    }
    this.#count()
  }

  #post(call: Call): void {
    this.#last += 1
    this.#running.set(this.#last, call)
    call.thread = this.#worker
    this.#worker?.postMessage({ id: this.#last, task: call.task } satisfies CallMessage)
  }

  #start(): Callee {
    const { module, data, isProcess = false, name, overdue } = this.#options
    const worker: Callee = isProcess ? new Child(module) : startWorker(module, data)
    this.#unanswered = undefined
    let hasLoaded = false
    let cause: Error | undefined
    worker.on('message', (message: ServedMessage<never>) => {
      hasLoaded = true
      if (this.#worker === worker) this.#unanswered = 0
      this.#receive(message)
    })
    worker.on('error', (error: Error) => {
      cause = error
    })
    worker.on('exit', (code: number) => {
      const wasGivenUp = this.#worker !== worker
      if (!wasGivenUp) {
        this.#worker = undefined
        this.#unanswered = undefined
      }
      const failure =
        wasGivenUp && !this.#isClosing ? overdue() : (cause ?? new Error(`${name} ended with code ${code}`))
      const again: Call[] = []
      // One of the started calls has ended the thread, so all started calls fail. The waiting calls go to the next thread. Calls that came
      // after the thread was given up are already in another thread.
      for (const [id, call] of this.#running) {
        if (call.thread !== worker) continue
        this.#running.delete(id)
        if (call.worked === undefined && !this.#isClosing) again.push(call)
        else call.reject(failure)
      }
      this.#queue = [...again, ...this.#queue]
      // Another thread would also end before it has loaded, so the waiting calls fail too.
      if (!hasLoaded && !wasGivenUp) for (const call of this.#queue.splice(0)) call.reject(failure)
      this.#next()
    })
    return worker
  }

  #receive(message: ServedMessage<never>): void {
    if ('isAlive' in message) this.#next()
    const call = 'id' in message ? this.#running.get(message.id) : undefined
    if (call === undefined || 'isAlive' in message) return
    if ('isStarted' in message) {
      call.worked = 0
      return
    }
    this.#running.delete(message.id)
    this.#count()
    try {
      call.resolve(resultOf(message, this.#options.errors))
    } catch (error) {
      call.reject(error)
    }
    // The promise's handlers read memory that the next result may overwrite, so they run before the next call is sent.
    this.#isAnswered = true
    setImmediate(() => {
      this.#isAnswered = false
      this.#next()
    })
  }

  /** Fails calls that are too old. Ends a thread that has not responded for too long. */
  #checkLife(): void {
    const { overdue } = this.#options
    let isStuck = false
    for (const call of [...this.#queue, ...this.#running.values()]) {
      call.age += 1
      if (call.worked !== undefined) call.worked += 1
      if (call.thread === this.#worker && (call.worked ?? 0) >= STUCK * this.#maxAge) isStuck = true
      // The call keeps its place until the thread replies or ends. Settling the promise a second time has no effect.
      if (call.age > this.#maxAge) call.reject(overdue())
    }
    this.#queue = this.#queue.filter(({ age }) => age <= this.#maxAge)
    if (this.#worker !== undefined && this.#unanswered !== undefined) {
      if (isStuck || this.#unanswered >= PINGS) this.#giveUp(this.#worker)
      else {
        this.#unanswered += 1
        this.#worker.postMessage('ping' satisfies CallMessage)
      }
    }
    this.#next()
  }

  /** The thread does not respond, or a call in it is stuck. */
  #giveUp(silent: Callee): void {
    const { counts, overdue } = this.#options
    if (counts !== undefined) counts.overdue += 1
    this.#worker = undefined
    this.#unanswered = undefined
    // The calls fail at once, because a thread in native code ends only when that code returns.
    for (const call of this.#running.values())
      if (call.thread === silent && call.worked !== undefined) call.reject(overdue())
    void silent.terminate()
  }
}
