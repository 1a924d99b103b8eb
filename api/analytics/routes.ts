// What wallets, token pages and frontends read besides charts.
import type { Component } from '../component.ts'
import { configRoutes } from './config-routes.ts'

export const analytics: Component = {
  name: 'analytics',
  description: 'Config documents of the launchpad.',
  routes: ({ configs }) => configRoutes(configs),
}
