// The list of components. The values of COMPONENTS, the tags of the OpenAPI document and the routes come from this list. A new component is
// one entry here.
import { StartupError } from '../schema/errors.ts'
import { aggregators } from './aggregators/routes.ts'
import type { AdaUsdRate } from './analytics/ada-usd-rate.ts'
import { analytics } from './analytics/routes.ts'
import { builder } from './builder/http/routes.ts'
import { charts } from './charts/routes.ts'
import type { Component, ComponentContext, SharedRoutes } from './component.ts'
import { type ExplorerOptions, explorer } from './explorer/routes.ts'
import { feed } from './feed/feed.ts'
import type { FeedOptions } from './feed/feed-socket-routes.ts'
import type { DocumentedGroup } from './http/document/openapi.ts'
import type { Route } from './http/route/route.ts'
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

/** The interface has the document at the address of charts too. */
const WITH_DOCUMENT: readonly string[] = ['charts', 'operations']

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
  const document: SharedRoutes = {
    routes: () =>
      openapiRoutes(
        () => groups,
        version,
        () => examplesOn(context.network),
      ),
  }
  const placed = components.map((component) => ({
    component,
    basePath: basePaths.get(component.name),
    parts: [
      component,
      ...(component.shared ?? []),
      ...(WITH_DOCUMENT.includes(component.name) ? [document] : []),
    ],
  }))
  const groups: readonly DocumentedGroup[] = placed.map(({ component, parts }) => ({
    name: component.name,
    description: component.description,
    routes: parts.flatMap((part) => {
      const users = placed.filter((each) => each.parts.includes(part))
      if (users.at(-1)?.component !== component) return []
      const prefixes = users.flatMap(({ basePath }) => basePath ?? [])
      return part.routes(context).map((each) => ({ ...each, prefixes }))
    }),
  }))
  const routes = groups.flatMap((group) =>
    group.routes.flatMap(({ prefixes = [], ...each }) =>
      ['', ...prefixes].map((prefix): Route => ({ ...each, path: prefix + each.path })),
    ),
  )
  const sockets = placed.flatMap(({ component, basePath }) => {
    const own = component.sockets?.(context) ?? []
    return basePath === undefined ? own : [...own, ...own.map((socket) => socket.under(basePath))]
  })
  const taken = routes.map(({ method, path }) => `${method} ${path}`)
  const twice = taken.find((each, at) => taken.indexOf(each) !== at)
  if (twice !== undefined)
    throw new StartupError(`BASE_PATHS: ${twice} would be two routes; choose another prefix`)
  return { routes, sockets }
}
