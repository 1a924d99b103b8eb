// The list of components. The values of COMPONENTS, the tags of the OpenAPI document and the routes come from this list. A new component is
// one entry here.
import { StartupError } from '../schema/errors.ts'
import { aggregators } from './aggregators/routes.ts'
import type { AdaUsdRate } from './analytics/ada-usd-rate.ts'
import { analytics } from './analytics/routes.ts'
import { builder } from './builder/http/routes.ts'
import { charts } from './charts/routes.ts'
import type { Component, ComponentContext } from './component.ts'
import { type ExplorerOptions, explorer } from './explorer/routes.ts'
import { feed } from './feed/feed.ts'
import type { FeedOptions } from './feed/feed-socket-routes.ts'
import { images } from './images/routes.ts'
import { kupo } from './kupo/routes.ts'
import type { KupoSource } from './kupo/with-attachments.ts'
import { metadata } from './metadata/routes.ts'
import type { NodePassage } from './ogmios/node-passage.ts'
import { ogmios } from './ogmios/routes.ts'
import { examplesOn, openapiRoutes } from './operations/openapi-route.ts'
import { type OperationsOptions, operations } from './operations/routes.ts'
import { udf } from './udf/routes.ts'
import { utxos } from './utxos/routes.ts'
import { vesting } from './vesting/routes.ts'

/** Needs of components besides the shared context. */
export interface ComponentNeeds {
  readonly feed: FeedOptions
  readonly explorer: ExplorerOptions
  readonly operations: OperationsOptions
  /** Reads outputs with datums and scripts; undefined if no component needs them. */
  readonly outputs?: KupoSource | undefined
  /** Undefined if there is no node. */
  readonly ogmios?: NodePassage | undefined
  readonly adaUsdRate: AdaUsdRate
  /** Later blocks that confirm a block. */
  readonly confirmations: number
  /** Without a final slash. */
  readonly publicUrl?: string | undefined
  readonly dexKey: string
}

const COMPONENTS = {
  charts: () => charts,
  utxos: ({ outputs }) => utxos(outputs),
  analytics: ({ adaUsdRate, confirmations }) => analytics(adaUsdRate, confirmations),
  builder: () => builder,
  feed: (needs) => feed(needs.feed),
  images: () => images,
  vesting: () => vesting,
  explorer: (needs) => explorer(needs.explorer),
  kupo: ({ outputs }) => kupo(outputs),
  ogmios: (needs) => ogmios(needs.ogmios),
  udf: () => udf,
  aggregators: (needs) => aggregators(needs),
  metadata: (needs) => metadata(needs),
} satisfies Record<string, (needs: ComponentNeeds) => Component>

export type ComponentName = keyof typeof COMPONENTS

const isName = (name: string): name is ComponentName => name in COMPONENTS

/** In the order of the OpenAPI document. */
export const COMPONENT_NAMES: readonly ComponentName[] = Object.keys(COMPONENTS).filter(isName)

/**
 * Separated by commas; all if the setting is absent.
 * @throws {StartupError} for an unknown name
 */
export const chosenComponents = (text: string | undefined): readonly ComponentName[] => {
  const names = text?.split(',')
  if (names?.every((name) => COMPONENT_NAMES.some((each) => each === name)) === false)
    throw new StartupError(
      `COMPONENTS must be a list of ${COMPONENT_NAMES.join(', ')}, separated by commas, not "${text}"`,
    )
  return COMPONENT_NAMES.filter((name) => names?.includes(name) ?? true)
}

/** Every process also serves `operations`, as the last component. */
export const makeComponents = (
  names: readonly ComponentName[],
  needs: ComponentNeeds,
): readonly Component[] => [...names.map((name) => COMPONENTS[name](needs)), operations(needs.operations)]

/** Each prefix begins with a slash and does not end with one. */
export type BasePaths = ReadonlyMap<string, string>

/**
 * The setting: `charts=/charts,builder=/builder`.
 * @throws {StartupError} for a name that is not among `components`, or is given twice
 */
export const chosenBasePaths = (
  text: string | undefined,
  components: readonly ComponentName[],
): BasePaths => {
  const pairs = (text?.split(',') ?? []).map((pair): [string, string] => {
    const [name = '', path = ''] = pair.split('=')
    return [name, path]
  })
  const paths = new Map(pairs)
  const unknown = [...paths.keys()].find((name) => !components.some((component) => component === name))
  if (unknown !== undefined || paths.size < pairs.length)
    throw new StartupError(
      `BASE_PATHS must name components that are served, each once: ${components.join(', ')}; not "${text}"`,
    )
  return paths
}

/**
 * A component with a path prefix is served both with it and without it.
 * @throws {StartupError} if a prefix gives two routes the same path
 */
export const served = (
  components: readonly Component[],
  context: ComponentContext,
  version: string,
  basePaths: BasePaths = new Map(),
) => {
  const parts = new Map(
    components.flatMap(({ shared = [] }) => shared.map((part) => [part, part.routes(context)])),
  )
  const owners = new Map(components.flatMap(({ name, shared = [] }) => shared.map((part) => [part, name])))
  const groups = components.map(({ name, description, shared = [], ...component }) => {
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
  const documents = openapiRoutes(groups, 'operations', version, () => examplesOn(context.network))
  const routes = [...groups.flatMap((each) => [...each.routes, ...each.prefixed.routes]), ...documents]
  const ofSockets = groups.flatMap((each) => [...each.sockets, ...each.prefixed.sockets])
  const taken = routes.map(({ method, path }) => `${method} ${path}`)
  const twice = taken.find((each, at) => taken.indexOf(each) !== at)
  if (twice !== undefined)
    throw new StartupError(`BASE_PATHS: ${twice} would be two routes; choose another prefix`)
  return { routes, sockets: ofSockets }
}
