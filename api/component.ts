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

/** The context that components share. A component that needs anything else is made by a function that has these needs as parameters. */
export interface ComponentContext {
  readonly reader: ModelsReader
  readonly readThreads: Pick<ReadThread, 'run'>
  readonly shared: SharedReads
  /** Last report of the indexer; by default read from the file beside the models. */
  readonly status?: () => IndexerStatus | undefined
  readonly mempool: MempoolView
  /** All components share the builder's parts, so each component knows which outputs the other components' transactions spend. */
  readonly builder: BuilderContext
  readonly network: Network
  readonly configs: () => ConfigStates
  /** Unix seconds at which a slot begins. */
  readonly slotTime: (slot: number) => number
  readonly log: Logger
  readonly clock: () => TimeOfDay
  readonly images: ImageStore
}

/** Routes that several components have. A process serves them once, with the last of these components. */
export type SharedRoutes = Pick<Component, 'routes'>

export interface Component {
  /** Name of the component, and tag in the OpenAPI document. */
  readonly name: string
  /** Description for the OpenAPI document, one line. */
  readonly description: string
  routes(context: ComponentContext): readonly Route[]
  /** Routes that other components also have, so a component is complete when it is served alone. */
  readonly shared?: readonly SharedRoutes[]
  sockets?(context: ComponentContext): readonly SocketRoute[]
}
