// The list of components. The allowed values of COMPONENTS, the tags of the OpenAPI document and the routes come from
// it: a new component is one entry here.
import { StartupError } from '../schema/errors.ts'
import { analytics } from './analytics/routes.ts'
import { builder } from './builder/http/routes.ts'
import { charts } from './charts/routes.ts'
import type { Component, ComponentContext, ServiceContext } from './component.ts'
import { explorer } from './explorer/routes.ts'
import { feed } from './feed/feed.ts'
import { images } from './images/routes.ts'
import { kupo } from './kupo/routes.ts'
import { ogmios } from './ogmios/routes.ts'
import { examplesOn, openapiRoutes } from './operations/openapi-route.ts'
import { operations } from './operations/routes.ts'
import { SharedReads } from './shared-reads.ts'
import { udf } from './udf/routes.ts'
import { utxos } from './utxos/routes.ts'
import { vesting } from './vesting/routes.ts'

export const COMPONENTS: readonly Component[] = [
  charts,
  utxos,
  analytics,
  builder,
  feed,
  images,
  vesting,
  explorer,
  kupo,
  ogmios,
  udf,
]

/**
 * Components that the setting names, with commas; all when it is absent.
 * @throws {StartupError} for an unknown name.
 */
export const chosenComponents = (text: string | undefined): readonly Component[] => {
  const names = text?.split(',')
  const unknown = names?.find((name) => !COMPONENTS.some((component) => component.name === name))
  if (unknown !== undefined)
    throw new StartupError(
      `COMPONENTS must be a list of ${COMPONENTS.map(({ name }) => name).join(', ')}, separated by commas, not "${text}"`,
    )
  return COMPONENTS.filter(({ name }) => names?.includes(name) ?? true)
}

/** Path prefixes of components by name, each beginning with a slash and ending without one. */
export type BasePaths = ReadonlyMap<string, string>

/**
 * Reads the path prefixes from the setting: `charts=/charts,builder=/builder`.
 * @param components the served components
 * @throws {StartupError} for a name that is not one of these, or is given twice
 */
export const chosenBasePaths = (text: string | undefined, components: readonly Component[]): BasePaths => {
  const pairs = (text?.split(',') ?? []).map((pair): [string, string] => {
    const [name = '', path = ''] = pair.split('=')
    return [name, path]
  })
  const paths = new Map(pairs)
  const unknown = [...paths.keys()].find((name) => !components.some((component) => component.name === name))
  if (unknown !== undefined || paths.size < pairs.length)
    throw new StartupError(
      `BASE_PATHS must name components that are served, each once: ${components.map(({ name }) => name).join(', ')}; not "${text}"`,
    )
  return paths
}

/**
 * The routes and sockets of components, with the operations routes and the OpenAPI document of all. A component with a
 * path prefix is served under it and without it.
 * @param version version of the service
 * @throws {StartupError} when a prefix gives two routes the same path.
 */
export const served = (
  components: readonly Component[],
  given: ServiceContext,
  version: string,
  basePaths: BasePaths = new Map(),
) => {
  const context: ComponentContext = { ...given, shared: new SharedReads(given) }
  const all = [...components, operations]
  const parts = new Map(all.flatMap(({ shared = [] }) => shared.map((part) => [part, part.routes(context)])))
  const owners = new Map(all.flatMap(({ name, shared = [] }) => shared.map((part) => [part, name])))
  const groups = all.map(({ name, description, shared = [], ...component }) => {
    const own = component.routes(context)
    const sockets = component.sockets?.(context) ?? []
    const basePath = basePaths.get(name)
    const complete = [...own, ...shared.flatMap((part) => parts.get(part) ?? [])]
    return {
      name,
      description,
      basePath,
      routes: [
        ...own,
        ...shared.flatMap((part) => (owners.get(part) === name ? (parts.get(part) ?? []) : [])),
      ],
      sockets,
      prefixed: {
        routes:
          basePath === undefined ? [] : complete.map((each) => ({ ...each, path: basePath + each.path })),
        sockets: basePath === undefined ? [] : sockets.map((socket) => socket.under(basePath)),
      },
    }
  })
  const documents = openapiRoutes(groups, operations.name, version, () => examplesOn(context.network))
  const routes = [...groups.flatMap((each) => [...each.routes, ...each.prefixed.routes]), ...documents]
  const ofSockets = groups.flatMap((each) => [...each.sockets, ...each.prefixed.sockets])
  const taken = routes.map(({ method, path }) => `${method} ${path}`)
  const twice = taken.find((each, at) => taken.indexOf(each) !== at)
  if (twice !== undefined)
    throw new StartupError(`BASE_PATHS: ${twice} would be two routes; choose another prefix`)
  return { routes, sockets: ofSockets, shared: context.shared }
}
