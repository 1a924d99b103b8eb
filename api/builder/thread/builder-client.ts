// The API's access to the builder's thread. A job that waits for the node does not block the thread, so many jobs run at once.
import { ApiError } from '../../../schema/errors.ts'
import { type CallCounts, CallThread } from '../../../schema/platform/call-thread.ts'
import { BuildError } from '../build-error.ts'
import type { Jobs, TransactionBuilder } from '../transaction-builder.ts'
import type { BuilderOptions, JobRequest } from './builder-thread.ts'

const MAX_JOBS = 128

/** A silent thread is ended. */
const DEADLINE_MS = 10_000

interface Bounds {
  readonly counts?: CallCounts
  readonly maxJobs?: number
  /** Allowed silence of the thread in ms, before its jobs fail. */
  readonly deadline?: number
  /** Age in ms of a job with its waits; for the default see {@link CallThread}. */
  readonly maxAge?: number
  /** Called after each job: true if the thread built the transaction or refused the request, false if the thread has failed. */
  readonly onDone?: (works: boolean) => void
  /** Tests use another module. */
  readonly module?: URL
}

const unavailable = (message: string, seconds?: string): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', message, seconds === undefined ? {} : { 'Retry-After': seconds })

/** @param options without `url`, every job fails */
export const startBuilder = (
  { directory, network, url }: Omit<BuilderOptions, 'url'> & { readonly url: string | undefined },
  {
    maxJobs = MAX_JOBS,
    deadline = DEADLINE_MS,
    onDone = () => {},
    module = new URL('builder-thread.ts', import.meta.url),
    ...watching
  }: Bounds = {},
) => {
  const thread = new CallThread({
    ...watching,
    name: "the builder's thread",
    module,
    data: { options: { directory, network, url } },
    atOnce: maxJobs,
    maxWaiting: 0,
    deadline,
    full: () => unavailable('Too many transactions are being built, try again soon', '2'),
    overdue: () =>
      unavailable(
        `The transaction took longer than ${deadline / 1000} s. To build one, try again or send other outputs. If this one was submitted, the node may have it: submit the same again`,
        '10',
      ),
    errors: [BuildError],
  })
  const job =
    <Name extends keyof Jobs>(name: Name) =>
    (task: Jobs[Name]['task']): Promise<Jobs[Name]['result']> => {
      if (url === undefined) throw unavailable('This process has no node to build and submit with')
      const done: Promise<Jobs[Name]['result']> = thread.run({ name, task } satisfies JobRequest<Name>)
      done.then(
        () => onDone(true),
        (error: unknown) => onDone(error instanceof BuildError || error instanceof ApiError),
      )
      return done
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
      utxos: job('utxos'),
    } satisfies TransactionBuilder,
    close: () => thread.close(),
  }
}
