// Routes for aggregators, which list the launchpad's tokens and draw its trades: the adapter that DEX Screener and GeckoTerminal read, and
// CoinGecko's tickers and trades. An aggregator never removes an event, so the routes return only events of confirmed blocks.
import type { Component, ComponentContext } from '../component.ts'
import { confirmedBlocks, needConfirmed } from '../confirmed-blocks.ts'
import { adapterRoutes } from './adapter-routes.ts'
import type { AggregatorOptions } from './aggregator-options.ts'
import { coinGeckoRoutes } from './coingecko-routes.ts'

export const aggregators = (options: AggregatorOptions): Component => ({
  name: 'aggregators',
  description:
    'Pairs, events and tickers for sites that list tokens: the adapter of DEX Screener and GeckoTerminal, and the tickers of CoinGecko.',
  routes: (context: ComponentContext) => {
    const confirmed = confirmedBlocks(context, options.confirmations)
    const newest = () => needConfirmed(confirmed(), options.confirmations)
    return [...adapterRoutes(context, options, newest), ...coinGeckoRoutes(context, options, newest)]
  },
})
