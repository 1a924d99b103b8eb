// The transaction builder over HTTP.
import type { Component } from '../../component.ts'
import { builderParts } from './builder-parts.ts'
import { orderRoute } from './order-route.ts'
import { parametersRoute } from './parameters-route.ts'
import { signingRoutes } from './signing-routes.ts'

export const builder: Component = {
  name: 'builder',
  description: 'Builds the transactions of the launchpad.',
  routes: (context) => {
    const parts = builderParts(context)
    return [parametersRoute(context.configs), orderRoute(parts), ...signingRoutes(parts)]
  },
}
