// The vesting component: look-ups of vestings, and the builder's route that locks tokens.
import { lockRoutes } from '../builder/http/routes.ts'
import type { Component } from '../component.ts'
import { lookupRoutes } from './lookup-routes.ts'

export const vesting: Component = {
  name: 'vesting',
  description: 'Tokens locked until a time.',
  routes: lookupRoutes,
  shared: [lockRoutes],
}
