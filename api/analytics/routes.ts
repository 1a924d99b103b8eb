// The analytics component: routes for wallets, token pages and frontends, other than charts and the feed.
import type { Component } from '../component.ts'
import { initialStates } from '../feed/feed.ts'
import type { AdaUsdRate } from './ada-usd-rate.ts'
import { configRoutes } from './config-routes.ts'
import { pnlRoute } from './pnl-route.ts'
import { positionsRoute } from './positions-route.ts'
import { tradersRoutes } from './traders-route.ts'
import { tradesRoutes } from './trades-route.ts'
import { utilityRoutes } from './utility-routes.ts'
import { walletRoutes } from './wallet-routes.ts'

export const analytics = (adaUsdRate: AdaUsdRate, confirmations: number): Component => ({
  name: 'analytics',
  description:
    'Trades, traders, holders and balances of tokens, profit and loss of trades, the clock of the service, the ADA rate, and the config documents of the launchpad.',
  routes: (context) => [
    ...walletRoutes(context),
    pnlRoute(context),
    positionsRoute(context),
    ...tradersRoutes(context),
    ...tradesRoutes(context, confirmations),
    ...utilityRoutes(context, adaUsdRate),
    ...configRoutes(context.configs),
  ],
  shared: [initialStates],
})
