// The feed: routes with the initial state that pages fetch, and the WebSocket that sends later changes.
import type { Component, SharedRoutes } from '../component.ts'
import { asyncapiRoute } from './asyncapi.ts'
import { blocksRoutes } from './blocks-routes.ts'
import { type FeedOptions, feedSocketRoutes } from './feed-socket-routes.ts'
import { followingRoutes } from './following-routes.ts'
import { hotRoute } from './hot-route.ts'
import { ordersRoutes } from './orders-routes.ts'
import { poolsRoutes } from './pools-routes.ts'

/** Shared by the components feed and analytics. */
export const initialStates: SharedRoutes = {
  routes: (context) => [
    ...poolsRoutes(context),
    hotRoute(context),
    ...followingRoutes(context),
    ...ordersRoutes(context),
    ...blocksRoutes(context),
  ],
}

export const feed = (options: FeedOptions): Component => ({
  name: 'feed',
  description: 'Pools and their lists, orders, histories of users, and the latest blocks.',
  routes: () => [asyncapiRoute],
  shared: [initialStates],
  sockets: (context) => feedSocketRoutes(context, options),
})
