// What wallets, token pages and frontends read besides charts.
import type { Component } from '../component.ts'
import { initialStates } from '../feed/feed.ts'
import { configRoutes } from './config-routes.ts'
import { pnlRoute } from './pnl-route.ts'
import { utilityRoutes } from './utility-routes.ts'
import { walletRoutes } from './wallet-routes.ts'

export const analytics: Component = {
  name: 'analytics',
  description:
    'Holders and balances of tokens, what trades came to; the clock of the service and the rate of ADA; config documents of the launchpad.',
  routes: (context) => [
    ...walletRoutes(context),
    pnlRoute(context),
    ...utilityRoutes(context),
    ...configRoutes(context.configs),
  ],
  shared: [initialStates],
}
