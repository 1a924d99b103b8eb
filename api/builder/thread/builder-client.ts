// The builder's thread as the API calls it. The thread starts with the first job; one that ends without being asked to
// fails the jobs it had begun, and another takes the rest. A thread that gives no sign of life is ended, as strangers choose what
// it reads. So many jobs may be under way and no more.

import type { Worker } from 'node:worker_threads'
import { ApiError } from '../../../schema/errors.ts'
import { startWorker } from '../../../schema/platform/start-worker.ts'
import { BuildError } from '../build-error.ts'
import { BuilderCounts } from '../builder-counts.ts'
import type { Jobs, TransactionBuilder } from '../transaction-builder.ts'
import type { BuilderOptions, Ping, ThreadMessage } from './builder-thread.ts'

const MAX_JOBS = 128

/**
 * Milliseconds without a sign of life after which the thread is ended. A build takes some milliseconds, and a job that waits
 * for the node does not keep the thread busy.
 */
const DEADLINE = 10_000

/**
 * Questions for a sign of life within the deadline. They are counted, and not the time: this thread may have stood still.
 */
const PINGS = 10

interface Waiting {
  /** Message to the thread. */
  readonly request: object
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
  /** Thread that was given it, and whether that has begun with it. */
  thread?: Worker
  isStarted: boolean
}

export interface BuilderClient {
  readonly builder: TransactionBuilder
  close(): Promise<void>
}

interface Bounds {
  readonly counts?: BuilderCounts
  readonly maxJobs?: number
  /** Milliseconds. */
  readonly deadline?: number
}

const overdue = (deadline: number): ApiError =>
  new ApiError(
    'SERVICE_UNAVAILABLE',
    `The transaction took longer than ${deadline / 1000} s to build, so it was given up. Try again, or send other coins`,
    { 'Retry-After': '10' },
  )

/** @param options without a `url` nothing can be built. */
export const startBuilder = (
  { directory, network, url }: Omit<BuilderOptions, 'url'> & { readonly url: string | undefined },
  { counts = new BuilderCounts(), maxJobs = MAX_JOBS, deadline = DEADLINE }: Bounds = {},
): BuilderClient => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let watch: NodeJS.Timeout | undefined
  let isClosed = false
  let last = 0
  /** Questions that the thread has not answered; undefined while it loads, which takes the time that the machine needs. */
  let unanswered: number | undefined

  // The result is of the job with this id, whichever that is.
  const settle = (answer: ThreadMessage<never>): void => {
    unanswered = 0
    counts.silence = 0
    if ('alive' in answer) return
    const job = waiting.get(answer.id)
    if ('isStarted' in answer) {
      if (job !== undefined) job.isStarted = true
      return
    }
    counts.waiting -= waiting.delete(answer.id) ? 1 : 0
    if (waiting.size === 0) rest()
    if ('result' in answer) job?.resolve(answer.result)
    else if ('refusal' in answer) {
      const { code, message, retryAfter } = answer.refusal
      job?.reject(new BuildError(code, message, retryAfter))
    } else job?.reject(new Error(`the builder's thread: ${answer.failure}`))
  }

  const rest = (): void => {
    worker?.unref()
    clearInterval(watch)
    watch = undefined
    if (unanswered !== undefined) unanswered = 0
    counts.silence = 0
  }

  /** Asks for a sign of life, and ends a thread that has given none for too long. */
  const checkLife = (): void => {
    if (unanswered === undefined) return
    if (unanswered < PINGS) {
      unanswered += 1
      counts.silence = (unanswered * deadline) / PINGS
      worker?.postMessage('ping' satisfies Ping)
      return
    }
    counts.overdue += 1
    const silent = worker
    worker = undefined
    void silent?.terminate()
  }

  const start = (task: BuilderOptions): Worker => {
    const started = startWorker(new URL('builder-thread.ts', import.meta.url), { task })
    unanswered = undefined
    let cause: Error | undefined
    let hasLoaded = false
    started.on('message', (message: ThreadMessage<never>) => {
      hasLoaded = true
      settle(message)
    })
    started.on('error', (error) => {
      cause = error
    })
    started.on('exit', (code) => {
      const wasSilent = worker !== started && !isClosed
      if (worker === started) worker = undefined
      // One of the jobs that had begun ended the thread, and the others go to the next. A thread that ends before it has loaded
      // would end so again.
      for (const [id, job] of waiting) {
        // A job that came after the thread was given up has another one already.
        if (job.thread !== started) continue
        if (!job.isStarted && hasLoaded && !isClosed) {
          post(job, task)
          continue
        }
        waiting.delete(id)
        counts.waiting -= 1
        job.reject(
          wasSilent
            ? overdue(deadline)
            : (cause ?? new Error(`the builder's thread ended with code ${code}`)),
        )
      }
      if (waiting.size === 0) rest()
    })
    return started
  }

  const post = (job: Waiting, task: BuilderOptions): void => {
    worker ??= start(task)
    worker.ref()
    job.thread = worker
    worker.postMessage(job.request)
    watch ??= setInterval(checkLife, deadline / PINGS)
  }

  const job =
    <Name extends keyof Jobs>(name: Name) =>
    (task: Jobs[Name]['task']): Promise<Jobs[Name]['result']> => {
      if (url === undefined)
        throw new ApiError('SERVICE_UNAVAILABLE', 'This process has no node to build and submit with')
      if (waiting.size >= maxJobs)
        throw new ApiError('SERVICE_UNAVAILABLE', 'Too many transactions are being built, try again soon', {
          'Retry-After': '2',
        })
      return new Promise((resolve, reject) => {
        last += 1
        const job: Waiting = { request: { id: last, name, task }, resolve, reject, isStarted: false }
        waiting.set(last, job)
        counts.waiting += 1
        post(job, { directory, network, url })
      })
    }

  return {
    builder: {
      coins: job('coins'),
      order: job('order'),
      cancel: job('cancel'),
      launch: job('launch'),
      lock: job('lock'),
      redeem: job('redeem'),
      sign: job('sign'),
      submit: job('submit'),
    },
    async close() {
      isClosed = true
      await worker?.terminate()
      isClosed = false
    },
  }
}
