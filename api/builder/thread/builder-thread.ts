// The transaction builder in a thread of its own, with its own link to the node and its own view of the models. Jobs
// take turns where one waits for the node.
import { parentPort, workerData } from 'node:worker_threads'
import { NodeLink } from '../../../indexer/ogmios/node-link.ts'
import { walletCoins } from '../../../projections/read/queries/wallet-coins.ts'
import { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { lowerPriority } from '../../../projections/read/threads/lower-priority.ts'
import { networkIdOf } from '../../../schema/codecs/address.ts'
import type { Network } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'
import {
  type Jobs,
  type TransactionBuilder,
  transactionBuilder,
  type WalletView,
} from '../transaction-builder.ts'
import { ogmiosNode } from './ogmios-node.ts'

/** Options that the thread is started with. */
export interface BuilderOptions {
  /** Directory of the models' files. */
  readonly directory: string
  readonly network: Network
  /** Ogmios of the node. */
  readonly url: string
}

/** One job, with a number that its answer carries. */
export type JobRequest = {
  readonly [Name in keyof Jobs]: {
    readonly id: number
    readonly name: Name
    readonly task: Jobs[Name]['task']
  }
}[keyof Jobs]

export type JobAnswer<Result = unknown> = { readonly id: number } & (
  | { readonly result: Result }
  | { readonly refusal: Pick<BuildError, 'code' | 'message' | 'retryAfter'> }
  /** A bug: its stack. */
  | { readonly failure: string }
)

/** Message of the thread: an answer, that it has begun with a job, or that it is alive. */
export type ThreadMessage<Result = unknown> =
  | JobAnswer<Result>
  | { readonly id: number; readonly isStarted: true }
  | { readonly alive: true }

/** Question for a sign of life. */
export type Ping = 'ping'

const { directory, network, url }: BuilderOptions = workerData.task

// Who asks for a transaction can wait some milliseconds; readers of charts are not to notice.
lowerPriority()

/** Opened with the first job that needs it, so that a failure is that job's answer. */
let coinsOf: ReturnType<typeof readerOfCoins> | undefined

const readerOfCoins = () => {
  const reader = new ModelsReader(directory)
  const coins = reader.prepared((database) => walletCoins(database, networkIdOf(network)))
  return (...wanted: Parameters<ReturnType<typeof coins>['coinsOf']>) => {
    reader.refresh()
    return coins().coinsOf(...wanted)
  }
}

const wallets: WalletView = {
  coinsOf(keyHash, token) {
    coinsOf ??= readerOfCoins()
    return coinsOf(keyHash, token)
  },
}

// By a clock that only grows: the time of day may be set back.
const uptime = (): number => performance.now()
const builder = transactionBuilder(ogmiosNode(new NodeLink(url), uptime), wallets, uptime)

const run = <Name extends keyof Jobs>(
  jobs: TransactionBuilder,
  name: Name,
  task: Jobs[Name]['task'],
): Promise<Jobs[Name]['result']> => jobs[name](task)

const answerTo = async ({ id, name, task }: JobRequest): Promise<JobAnswer> => {
  try {
    return { id, result: await run(builder, name, task) }
  } catch (error) {
    if (error instanceof BuildError) {
      const { code, message, retryAfter } = error
      return { id, refusal: { code, message, ...(retryAfter === undefined ? {} : { retryAfter }) } }
    }
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

const say = (message: ThreadMessage): void => parentPort?.postMessage(message)

parentPort?.on('message', async (message: JobRequest | Ping) => {
  if (message === 'ping') return say({ alive: true })
  say({ id: message.id, isStarted: true })
  say(await answerTo(message))
})

say({ alive: true })
