// A component: a part of the API, with routes and WebSockets, that a process can serve or leave out.
import type { Logger } from 'pino'
import type { ModelsReader } from '../projections/read/reader/models-reader.ts'
import type { ReadThread } from '../projections/read/threads/run-reads.ts'
import type { ConfigStates } from '../schema/config/config-state.ts'
import type { TimeOfDay } from '../schema/platform/clocks.ts'
import type { Network } from '../schema/primitives.ts'
import type { IndexerStatus } from '../schema/reports.ts'
import type { BuilderContext } from './builder/http/builder-context.ts'
import type { Route } from './http/route/route.ts'
import type { SocketRoute } from './http/route/sockets.ts'
import type { ImageStore } from './images/image-store.ts'
import type { MempoolView } from './mempool-view.ts'
import type { SharedReads } from './shared-reads.ts'

/** A component that needs anything else is made by a function with these needs as parameters. */
export interface ComponentContext {
  readonly reader: ModelsReader
  readonly readThreads: Pick<ReadThread, 'run'>
  readonly shared: SharedReads
  /** Read from the file beside the models, if not given. */
  readonly status?: () => IndexerStatus | undefined
  readonly mempool: MempoolView
  /** Shared, so that each component knows which outputs the other components' transactions spend. */
  readonly builder: BuilderContext
  readonly network: Network
  readonly configs: () => ConfigStates
  /** Unix seconds at which a slot begins. */
  readonly slotTime: (slot: number) => number
  readonly log: Logger
  readonly clock: () => TimeOfDay
  readonly images: ImageStore
}

/** A process serves such routes once, with the last component that has them. */
export type SharedRoutes = Pick<Component, 'routes'>

export interface Component {
  /** Also the tag in the OpenAPI document. */
  readonly name: string
  /** One line, for the OpenAPI document. */
  readonly description: string
  routes(context: ComponentContext): readonly Route[]
  /** Other components have these routes too, so that each is complete when it is served alone. */
  readonly shared?: readonly SharedRoutes[]
  sockets?(context: ComponentContext): readonly SocketRoute[]
}
