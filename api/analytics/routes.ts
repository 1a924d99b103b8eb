// The analytics component: the routes that wallets, token pages and frontends read besides charts and the feed.
import type { Component } from '../component.ts'
import { initialStates } from '../feed/feed.ts'
import { configRoutes } from './config-routes.ts'
import { pnlRoute } from './pnl-route.ts'
import { positionsRoute } from './positions-route.ts'
import { utilityRoutes } from './utility-routes.ts'
import { walletRoutes } from './wallet-routes.ts'

export const analytics: Component = {
  name: 'analytics',
  description:
    'Holders and balances of tokens, profit and loss of trades, the clock of the service, the ADA rate, and the config documents of the launchpad.',
  routes: (context) => [
    ...walletRoutes(context),
    pnlRoute(context),
    positionsRoute(context),
    ...utilityRoutes(context),
    ...configRoutes(context.configs),
  ],
  shared: [initialStates],
}
