// Composes the feed: its WebSocket, the hub, and the sources that turn commits into frames.
import { latestBlocksQuery } from '../../projections/read/queries/blocks.ts'
import { orderQueries } from '../../projections/read/queries/orders.ts'
import { poolReadsOf } from '../../projections/read/queries/pools.ts'
import { Unserved } from '../../projections/read/reader/prepare-served.ts'
import { uptime } from '../../schema/platform/clocks.ts'
import { Charts } from '../charts/charts.ts'
import type { ComponentContext } from '../component.ts'
import type { SocketRoute } from '../http/route/sockets.ts'
import { readStates } from '../operations/routes.ts'
import type { FeedCounts } from './socket/feed-counts.ts'
import { type FeedLimits, feedSockets } from './socket/feed-socket.ts'
import { Hub } from './socket/hub.ts'
import { barSource } from './socket/sources/bar-source.ts'
import { orderSource } from './socket/sources/order-source.ts'
import { poolSource } from './socket/sources/pool-source.ts'
import { statusSource } from './socket/sources/status-source.ts'
import { startFeed } from './socket/start-feed.ts'

export interface FeedOptions {
  readonly limits: FeedLimits
  readonly counts?: FeedCounts
}

export const feedSocketRoutes = (
  context: ComponentContext,
  { limits, counts }: FeedOptions,
): readonly SocketRoute[] => {
  const { reader, shared, network, log, clock } = context
  const hub = new Hub(limits.conflate, counts)
  const { routes, connections } = feedSockets({ hub, network, limits, log, clock, tokenOf: shared.tokenOf })
  const pools = poolReadsOf(reader)
  const blocks = reader.prepared(latestBlocksQuery)
  const orders = orderSource(
    hub,
    reader.prepared(orderQueries),
    shared.pendingOrders,
    (work) => feed.publish(work),
    uptime,
  )
  const feed = startFeed({
    reader,
    hub,
    connections,
    // The sources read caches that also handle `changed`. The caches were made first, so they are current for the sources.
    sources: [
      poolSource(hub, shared.poolResponses, pools, shared.poolIds.tokenOf),
      orders,
      barSource(hub, new Charts(shared, { cacheBytes: 0 }), shared.poolIds.tokenOf, clock),
    ],
    onCommit: statusSource(
      hub,
      () => readStates(context).state,
      (count) => blocks()(count),
    ),
    uptime,
    onError: (err) => {
      // When the model serves, the changes are unknown, so the feed starts again.
      if (err instanceof Unserved) return
      hub.counts.unexpected++
      log.error({ err }, 'a change of the models could not be sent to subscribers')
    },
  })
  return routes.map((route) => ({
    ...route,
    close: () => {
      feed.stop()
      route.close()
    },
  }))
}
