// The transaction builder in its own thread, with its own link to the node and its own view of the models. While a job waits for the node,
// others run.
import { workerData } from 'node:worker_threads'
import { NodeLink } from '../../../indexer/ogmios/node-link.ts'
import { walletCoins } from '../../../projections/read/queries/outputs/wallet-coins.ts'
import { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { lowerPriority } from '../../../projections/read/threads/lower-priority.ts'
import { networkIdOf } from '../../../schema/codecs/address.ts'
import { uptime } from '../../../schema/platform/clocks.ts'
import { serveCalls } from '../../../schema/platform/serve-calls.ts'
import type { Network } from '../../../schema/primitives.ts'
import {
  type Jobs,
  type TransactionBuilder,
  transactionBuilder,
  type WalletView,
} from '../transaction-builder.ts'
import { ogmiosNode } from './ogmios-node.ts'

export interface BuilderOptions {
  readonly directory: string
  readonly network: Network
  readonly url: string
}

export interface JobRequest<Name extends keyof Jobs = keyof Jobs> {
  readonly name: Name
  readonly task: Jobs[Name]['task']
}

const { directory, network, url }: BuilderOptions = workerData.options

// Requests for charts must not be delayed.
lowerPriority()

/** A failure to open the models is the result of the first job that needs them. */
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

const builder = transactionBuilder(ogmiosNode(new NodeLink(url), uptime), wallets, uptime)

const run = <Name extends keyof Jobs>(
  jobs: TransactionBuilder,
  { name, task }: JobRequest<Name>,
): Promise<Jobs[Name]['result']> => jobs[name](task)

serveCalls((request: JobRequest) => run(builder, request))
