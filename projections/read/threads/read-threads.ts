// Threads for the heavy reads, so that a large one never holds up a small one. A thread starts with the first read
// that needs it and takes one at a time; the others wait in order, so many and no more. One that ends without being
// asked to fails the read it had, and the next read starts another. A read past its deadline is given up with its thread.

import type { Worker } from 'node:worker_threads'
import { ApiError } from '../../../schema/errors.ts'
import { startWorker } from '../../../schema/platform/start-worker.ts'
import type { Network } from '../../../schema/primitives.ts'
import type { HeavyRead } from './heavy-reads.ts'

export interface ReadThreadsOptions {
  /** Directory of the models' files. */
  readonly directory: string
  readonly network: Network
  readonly threads: number
  /** Reads that may wait. */
  readonly maxWaiting?: number
  /** Milliseconds that a read may take. */
  readonly deadline?: number
  /** Entry of the threads, which serves other reads with `serveReads`; the heavy reads of the models unless given. */
  readonly entry?: URL
  /** Data for such an entry, beside directory and network. */
  readonly task?: object
}

/** Answer of a thread. */
export type ReadAnswer =
  /** In memory that the thread may share, and write to for its next answer. */
  | { readonly json: Uint8Array }
  | { readonly error: string }
  /** An ApiError as it crosses threads. */
  | { readonly refused: Pick<ApiError, 'cause' | 'message' | 'headers'> }

interface Job<Read> {
  readonly read: Read
  readonly signal: AbortSignal
  readonly resolve: (json: Buffer) => void
  readonly reject: (reason: unknown) => void
}

const MAX_WAITING = 32

/** Milliseconds. The largest read takes a second or two, the start of a thread on a busy machine a few. */
const DEADLINE = 20_000

const tooLong = (): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', 'The answer took too long and was given up; ask for less', {
    'Retry-After': '10',
  })

export class ReadThreads<Read = HeavyRead> {
  readonly #options: ReadThreadsOptions
  readonly #idle: Worker[] = []
  readonly #busy = new Map<Worker, Job<Read> & { readonly timer: NodeJS.Timeout }>()
  readonly #waiting: Job<Read>[] = []
  #isClosing = false

  constructor(options: ReadThreadsOptions) {
    this.#options = options
  }

  /**
   * Runs a read in a thread.
   * @param signal drops the read if it is aborted before it begins; the promise rejects with its reason then
   * @returns the answer as JSON in UTF-8, in bytes that may be overwritten once the turn of the event loop in which the
   *   promise is fulfilled has ended: garbage of answers this large would have all of the heap collected again and again.
   * @throws {ApiError} SERVICE_UNAVAILABLE when too many wait.
   */
  run(read: Read, signal: AbortSignal): Promise<Buffer> {
    const { maxWaiting = MAX_WAITING } = this.#options
    if (this.#waiting.length >= maxWaiting)
      throw new ApiError('SERVICE_UNAVAILABLE', 'Too many large reads wait', { 'Retry-After': '2' })
    return new Promise((resolve, reject) => {
      this.#waiting.push({ read, signal, resolve, reject })
      this.#next()
    })
  }

  /** Reads that run, and that wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#busy.size, waiting: this.#waiting.length }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    const workers = [...this.#idle.splice(0), ...this.#busy.keys()]
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the service ends'))
    await Promise.all(workers.map((worker) => worker.terminate()))
  }

  #next(): void {
    for (;;) {
      const [job] = this.#waiting
      if (job === undefined) return
      if (job.signal.aborted) {
        this.#waiting.shift()
        job.reject(job.signal.reason)
        continue
      }
      const worker = this.#idle.pop() ?? this.#start()
      if (worker === undefined) return
      this.#waiting.shift()
      const timer = setTimeout(() => {
        job.reject(tooLong())
        void worker.terminate()
      }, this.#options.deadline ?? DEADLINE)
      this.#busy.set(worker, { ...job, timer })
      worker.ref()
      worker.postMessage(job.read)
    }
  }

  #start(): Worker | undefined {
    const { directory, network, threads, task } = this.#options
    const { entry = new URL('read-thread.ts', import.meta.url) } = this.#options
    if (this.#busy.size + this.#idle.length >= threads) return undefined
    const worker = startWorker(entry, { directory, network, ...task })
    worker.on('message', (answer: ReadAnswer) => {
      const job = this.#busy.get(worker)
      clearTimeout(job?.timer)
      if ('json' in answer)
        job?.resolve(Buffer.from(answer.json.buffer, answer.json.byteOffset, answer.json.byteLength))
      else if ('error' in answer) job?.reject(new Error(`a read thread: ${answer.error}`))
      else {
        const { cause, message, headers } = answer.refused
        job?.reject(new ApiError(cause, message, headers))
      }
      // After the promises: they read what the next answer may overwrite.
      setImmediate(() => {
        if (this.#isClosing || !this.#busy.delete(worker)) return
        worker.unref()
        this.#idle.push(worker)
        this.#next()
      })
    })
    let cause: Error | undefined
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', (code) => {
      const job = this.#busy.get(worker)
      clearTimeout(job?.timer)
      this.#busy.delete(worker)
      const at = this.#idle.indexOf(worker)
      if (at >= 0) this.#idle.splice(at, 1)
      job?.reject(cause ?? new Error(`a read thread ended with code ${code}`))
      this.#next()
    })
    return worker
  }
}
