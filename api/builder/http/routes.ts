// The transaction builder over HTTP.
import type { Component } from '../../component.ts'
import { builderParts } from './builder-parts.ts'
import { cancelRoute } from './cancel-route.ts'
import { launchRoute } from './launch-route.ts'
import { lockRoute } from './lock-route.ts'
import { orderRoute } from './order-route.ts'
import { parametersRoute } from './parameters-route.ts'
import { quoteRoute } from './quote-route.ts'
import { signingRoutes } from './signing-routes.ts'
import { withdrawRoute } from './withdraw-route.ts'

export const builder: Component = {
  name: 'builder',
  description: 'Builds the transactions of the launchpad.',
  routes: (context) => {
    const parts = builderParts(context)
    return [
      parametersRoute(context.configs),
      orderRoute(parts),
      quoteRoute(parts),
      cancelRoute(parts),
      lockRoute(parts),
      withdrawRoute(parts),
      launchRoute(parts, context.images),
      ...signingRoutes(parts),
    ]
  },
}
