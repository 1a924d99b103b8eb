// The feed: what pages fetch before they subscribe to changes, and the WebSocket that sends them.
import type { Component } from '../component.ts'
import { blocksRoutes } from './blocks-routes.ts'
import { feedSocketRoutes } from './feed-sockets.ts'
import { followingRoutes } from './following-routes.ts'
import { ordersRoutes } from './orders-routes.ts'
import { poolsRoutes } from './pools-routes.ts'

export const feed: Component = {
  name: 'feed',
  description: 'Pools and their lists, orders, histories of users, and the latest blocks.',
  routes: (context) => [
    ...poolsRoutes(context),
    ...followingRoutes(context),
    ...ordersRoutes(context),
    ...blocksRoutes(context),
  ],
  sockets: feedSocketRoutes,
}
