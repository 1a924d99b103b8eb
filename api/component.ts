// A component: a part of the API, with its routes and WebSockets, that a process can serve or leave out.
import type { Logger } from 'pino'
import type { ModelsReader } from '../projections/read/reader/models-reader.ts'
import type { ReadThread } from '../projections/read/threads/run-reads.ts'
import type { BlockExplorer } from '../schema/config/block-explorer.ts'
import type { ConfigStates } from '../schema/config/config-state.ts'
import type { CallCounts } from '../schema/platform/call-thread.ts'
import type { TimeOfDay } from '../schema/platform/clocks.ts'
import type { Hex, Network } from '../schema/primitives.ts'
import type { IndexerStatus } from '../schema/reports.ts'
import type { NodeView } from './builder/node-view.ts'
import type { SigningKey } from './builder/transaction/signing-key.ts'
import type { TransactionBuilder } from './builder/transaction-builder.ts'
import type { FeedCounts } from './feed/socket/feed-counts.ts'
import type { FeedLimits } from './feed/socket/feed-socket.ts'
import type { CacheCounts } from './http/route/cache-counts.ts'
import type { Route } from './http/route/route.ts'
import type { SocketRoute } from './http/route/sockets.ts'
import type { ImageStore } from './images/image-store.ts'
import type { KupoRead } from './kupo/reads/kupo-read.ts'
import type { MempoolView } from './mempool-view.ts'
import type { NodePassage } from './ogmios/node-passage.ts'
import type { SharedReads } from './shared-reads.ts'

/** Reads outputs with their datums and scripts, for Kupo's interface. */
export interface KupoSource {
  readonly reads: Pick<ReadThread<KupoRead>, 'run'>
  /** Queries outputs by reference at the node; undefined without a node. */
  readonly utxos?: NodeView['utxos'] | undefined
}

export interface ComponentContext {
  readonly reader: ModelsReader
  readonly readThreads: Pick<ReadThread, 'run'>
  /** Reads of the models that several components share. */
  readonly shared: SharedReads
  /** Passes requests on to the node's Ogmios; undefined without a node. */
  readonly ogmios?: NodePassage | undefined
  /** Undefined if no component needs it. */
  readonly kupo?: KupoSource | undefined
  /** Last report of the indexer; by default read from the file beside the models. */
  readonly status?: () => IndexerStatus | undefined
  readonly mempool: MempoolView
  readonly builder: TransactionBuilder
  /** State of the builder's thread; not reported if absent. */
  readonly builderCounts?: Pick<CallCounts, 'silence'>
  /** Wallet that provides collateral; undefined for none. */
  readonly serviceKey: SigningKey | undefined
  readonly network: Network
  /** The config documents as they are now. */
  readonly configs: () => ConfigStates
  /** Functions that do not work until the operator supplies a setting, a sentence each; by default none. */
  readonly lacks?: () => readonly string[]
  /** Unix seconds at which a slot begins. */
  readonly slotTime: (slot: number) => number
  readonly log: Logger
  readonly feedLimits: FeedLimits
  readonly feedCounts?: FeedCounts
  readonly clock: () => TimeOfDay
  /** Maximum age of a live node's tip in seconds. */
  readonly maxTipAge: number
  /** URL of the price of ADA in US dollars; undefined for none. */
  readonly adaUsdRateUrl?: string | undefined
  /** URLs of other services of the same launchpad, without a trailing slash; by default none. */
  readonly peers?: readonly string[]
  /** Block explorer that the page links to; by default the network's. */
  readonly blockExplorer?: BlockExplorer | undefined
  /** Public URL of the service, without a trailing slash; by default derived from each request. */
  readonly publicUrl?: string | undefined
  /** Maximum bytes of the chart cache; 0 caches nothing. */
  readonly chartCacheBytes: number
  /** Wallet of a devnet whose key is public. */
  readonly devnetWallet?: PublicWallet | undefined
  readonly images: ImageStore
  /** Directory for the files of earlier versions of the page; undefined keeps none. */
  readonly pageFiles?: string | undefined
  readonly caches?: CacheCounts
}

/** Context that a process gives; the components' shared parts are made from it. */
export type ServiceContext = Omit<ComponentContext, 'shared'>

/** A wallet with a public recovery phrase. */
interface PublicWallet {
  readonly mnemonic: string
  /** bech32 */
  readonly address: string
  /** Hash of the payment key. */
  readonly pkh: Hex
  /** The extended payment key, 64 bytes. */
  readonly paymentKey: Hex
}

/** Routes that several components have. A process serves them once, with the last of these components. */
export type SharedRoutes = Pick<Component, 'routes'>

export interface Component {
  /** Name, and tag in the OpenAPI document. */
  readonly name: string
  /** Description for the OpenAPI document, one line. */
  readonly description: string
  routes(context: ComponentContext): readonly Route[]
  /** Routes that other components have too, so that each component is complete when it is served alone. */
  readonly shared?: readonly SharedRoutes[]
  sockets?(context: ComponentContext): readonly SocketRoute[]
}
