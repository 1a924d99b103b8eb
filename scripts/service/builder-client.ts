// The builder's thread as the API calls it. The thread starts with the first job; one that ends without being asked to
// fails the jobs it had, and the next job starts another. So many jobs may be under way and no more.
import { Worker } from 'node:worker_threads'
import { BuildError } from '../../api/builder/build-error.ts'
import type { Jobs, TransactionBuilder } from '../../api/builder/transaction-builder.ts'
import { ApiError } from '../../schema/errors.ts'
import type { BuilderOptions, JobAnswer } from './builder-thread.ts'

const MAX_JOBS = 128

interface Waiting {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

export interface BuilderClient {
  readonly builder: TransactionBuilder
  close(): Promise<void>
}

/** @param options without a `url` nothing can be built. */
export const startBuilder = (
  { directory, network, url }: Omit<BuilderOptions, 'url'> & { readonly url: string | undefined },
  maxJobs = MAX_JOBS,
): BuilderClient => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let last = 0

  // The result is of the job with this id, whichever that is.
  const settle = (answer: JobAnswer<never>): void => {
    const job = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker?.unref()
    if ('result' in answer) job?.resolve(answer.result)
    else if ('refusal' in answer) job?.reject(new BuildError(answer.refusal.code, answer.refusal.message))
    else job?.reject(new Error(`the builder's thread: ${answer.failure}`))
  }

  const start = (task: BuilderOptions): Worker => {
    const started = new Worker(new URL('worker.mjs', import.meta.url), {
      workerData: { name: 'builder-thread', task },
    })
    let cause: Error | undefined
    started.on('message', settle)
    started.on('error', (error) => {
      cause = error
    })
    started.on('exit', (code) => {
      if (worker === started) worker = undefined
      for (const [id, { reject }] of waiting) {
        waiting.delete(id)
        reject(cause ?? new Error(`the builder's thread ended with code ${code}`))
      }
    })
    return started
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
        waiting.set(last, { resolve, reject })
        worker ??= start({ directory, network, url })
        worker.ref()
        worker.postMessage({ id: last, name, task })
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
      await worker?.terminate()
    },
  }
}
