// The transaction builder over HTTP.
import type { Component, ComponentContext, SharedRoutes } from '../../component.ts'
import { type BuilderParts, builderParts } from './builder-parts.ts'
import { cancelRoute } from './cancel-route.ts'
import { launchRoute } from './launch-route.ts'
import { lockRoute } from './lock-route.ts'
import { orderRoute } from './order-route.ts'
import { parametersRoute } from './parameters-route.ts'
import { quoteRoute } from './quote-route.ts'
import { signingRoutes } from './signing-routes.ts'
import { withdrawRoute } from './withdraw-route.ts'

const made = new WeakMap<ComponentContext, BuilderParts>()

/** One set of parts for all components of a process, so that each knows the outputs that the others' transactions spend. */
const partsOf = (context: ComponentContext): BuilderParts => {
  const parts = made.get(context) ?? builderParts(context)
  made.set(context, parts)
  return parts
}

/** Routes that lock tokens and withdraw them. The components builder and vesting have them. */
export const lockRoutes: SharedRoutes = {
  routes: (context) => {
    const parts = partsOf(context)
    return [lockRoute(parts), withdrawRoute(parts)]
  },
}

export const builder: Component = {
  name: 'builder',
  shared: [lockRoutes],
  description: 'Builds the transactions of the launchpad.',
  routes: (context) => {
    const parts = partsOf(context)
    return [
      parametersRoute(context.configs),
      orderRoute(parts),
      quoteRoute(parts),
      cancelRoute(parts),
      launchRoute(parts, context.images),
      ...signingRoutes(parts),
    ]
  },
}
