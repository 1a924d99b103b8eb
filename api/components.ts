// The one list of components. The allowed values of COMPONENTS, the tags of the OpenAPI document and what is served
// come from it: a new component is one entry here.
import { StartupError } from '../schema/errors.ts'
import { analytics } from './analytics/routes.ts'
import { builder } from './builder/http/routes.ts'
import { charts } from './charts/routes.ts'
import type { Component, ComponentContext } from './component.ts'
import { explorer } from './explorer/routes.ts'
import { feed } from './feed/feed.ts'
import type { Route } from './http/route.ts'
import type { SocketRoute } from './http/sockets.ts'
import { images } from './images/routes.ts'
import { openapiRoute } from './operations/openapi-route.ts'
import { operations } from './operations/routes.ts'
import { utxos } from './utxos/routes.ts'
import { vesting } from './vesting/routes.ts'

/** The components that can be served apart. */
export const COMPONENTS: readonly Component[] = [
  charts,
  utxos,
  analytics,
  builder,
  feed,
  images,
  vesting,
  explorer,
]

/**
 * Components as the setting names them, with commas; all when it is absent.
 * @throws {StartupError} when one of the names is none.
 */
export const chosenComponents = (text: string | undefined): readonly Component[] => {
  const names = text?.split(',')
  const unknown = names?.find((name) => !COMPONENTS.some((component) => component.name === name))
  if (unknown !== undefined)
    throw new StartupError(
      `COMPONENTS must be a list of ${COMPONENTS.map(({ name }) => name).join(', ')}, with commas, not "${text}"`,
    )
  return COMPONENTS.filter(({ name }) => names?.includes(name) ?? true)
}

export interface Served {
  readonly routes: readonly Route[]
  readonly sockets: readonly SocketRoute[]
}

/**
 * The routes and sockets of components, with what an operator watches and the document of all of it.
 * @param version of the service.
 */
export const served = (
  components: readonly Component[],
  context: ComponentContext,
  version: string,
): Served => {
  const all = [...components, operations]
  const groups = all.map((component) => ({
    name: component.name,
    description: component.description,
    routes: component.routes(context),
  }))
  const document = openapiRoute(groups, operations.name, version)
  return {
    routes: [...groups.flatMap(({ routes }) => routes), document],
    sockets: all.flatMap((component) => component.sockets?.(context) ?? []),
  }
}
