// A component: a part of the API that a process serves or leaves out, with its routes and WebSockets.
import type { Logger } from 'pino'
import type { ModelsReader } from '../projections/read/reader/models-reader.ts'
import type { ReadThread } from '../projections/read/threads/run-reads.ts'
import type { BlockExplorer } from '../schema/config/block-explorer.ts'
import type { ConfigStates } from '../schema/config/config-state.ts'
import type { CallCounts } from '../schema/platform/call-thread.ts'
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

/** Where outputs are read with all they carry, as in Kupo's interface. */
export interface KupoSource {
  readonly reads: Pick<ReadThread<KupoRead>, 'run'>
  /** Outputs by reference as the node has them; undefined without a node. */
  readonly utxos?: NodeView['utxos'] | undefined
}

/** Context that components are made with. */
export interface ComponentContext {
  readonly reader: ModelsReader
  readonly readThreads: Pick<ReadThread, 'run'>
  /** Reads of the models that several components answer from. */
  readonly shared: SharedReads
  /** The way to the node's Ogmios; undefined without a node. */
  readonly ogmios?: NodePassage | undefined
  /** Undefined where no component needs it. */
  readonly kupo?: KupoSource | undefined
  /** Last report of the indexer; read from the file beside the models unless given. */
  readonly status?: () => IndexerStatus | undefined
  readonly mempool: MempoolView
  /** Builds, signs and submits transactions. */
  readonly builder: TransactionBuilder
  /** State of the thread that does so; nothing is said of it unless given. */
  readonly builderCounts?: Pick<CallCounts, 'silence'>
  /** Signs for collateral that the service puts up; undefined for none. */
  readonly serviceKey: SigningKey | undefined
  readonly network: Network
  /** The config documents as they are now. */
  readonly configs: () => ConfigStates
  /** Functions that do not work until the operator supplies something, a sentence each; nothing unless given. */
  readonly lacks?: () => readonly string[]
  /** Unix seconds at which a slot begins. */
  readonly slotTime: (slot: number) => number
  readonly log: Logger
  readonly feedLimits: FeedLimits
  /** Counters of the feed. */
  readonly feedCounts?: FeedCounts
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Seconds a live node's tip may be old. */
  readonly maxTipAge: number
  /** Source of the price of an ADA in dollars; undefined for none. */
  readonly adaUsdRateUrl?: string | undefined
  /** Addresses of other services of the same launchpad, without a slash at the end; none unless given. */
  readonly peers?: readonly string[]
  /** Block explorer that the page links to; the network's default unless given. */
  readonly blockExplorer?: BlockExplorer | undefined
  /** Address at which people have the service, without a slash at the end; that of each request unless given. */
  readonly publicUrl?: string | undefined
  /** Maximum bytes of cached chart answers; 0 caches none. */
  readonly chartCacheBytes: number
  /** Wallet of a devnet whose key is public. */
  readonly devnetWallet?: PublicWallet | undefined
  readonly images: ImageStore
  /** Counters of lookups in caches. */
  readonly caches?: CacheCounts
}

/** Context that a process gives; what components share is made of it. */
export type ServiceContext = Omit<ComponentContext, 'shared'>

/** A wallet whose words everybody knows. */
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
  /** Also its tag in the OpenAPI document. */
  readonly name: string
  /** One line for the OpenAPI document. */
  readonly description: string
  routes(context: ComponentContext): readonly Route[]
  /** Further routes, which other components have too: each component is complete when it is served alone. */
  readonly shared?: readonly SharedRoutes[]
  sockets?(context: ComponentContext): readonly SocketRoute[]
}
