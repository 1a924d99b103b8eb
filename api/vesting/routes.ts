// Tokens that are locked until a time.
import { lockRoutes } from '../builder/http/routes.ts'
import type { Component } from '../component.ts'
import { lookupRoutes } from './lookup-routes.ts'

export const vesting: Component = {
  name: 'vesting',
  description: 'Tokens locked until a time.',
  routes: (context) => lookupRoutes(context),
  shared: [lockRoutes],
}
