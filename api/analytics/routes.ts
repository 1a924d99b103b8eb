// What wallets, token pages and frontends read besides charts.
import type { Component } from '../component.ts'
import { configRoutes } from './config-routes.ts'
import { walletRoutes } from './wallet-routes.ts'

export const analytics: Component = {
  name: 'analytics',
  description: 'Holders and balances of tokens; config documents of the launchpad.',
  routes: (context) => [...walletRoutes(context), ...configRoutes(context.configs)],
}
