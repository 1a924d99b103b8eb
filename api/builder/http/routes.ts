// The transaction builder over HTTP.
import type { Component, SharedRoutes } from '../../component.ts'
import { cancelRoute } from './cancel-route.ts'
import { launchRoute } from './launch-route.ts'
import { lockRoute } from './lock-route.ts'
import { orderRoute } from './order-route.ts'
import { parametersRoute } from './parameters-route.ts'
import { quoteRoute } from './quote-route.ts'
import { signingRoutes } from './signing-routes.ts'
import { withdrawRoute } from './withdraw-route.ts'

/** Both the builder and vesting components have these routes. */
export const lockRoutes: SharedRoutes = {
  routes: ({ builder: context }) => [lockRoute(context), withdrawRoute(context)],
}

export const builder: Component = {
  name: 'builder',
  shared: [lockRoutes],
  description: 'Builds the transactions of the launchpad.',
  routes: ({ builder: context, configs, images }) => [
    parametersRoute(configs),
    orderRoute(context),
    quoteRoute(context),
    cancelRoute(context),
    launchRoute(context, images),
    ...signingRoutes(context),
  ],
}
