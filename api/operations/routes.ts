// Health, readiness and status of a running service, for operators and load balancers. Responses show the state at the reader's last
// refresh, which the server makes before each request.
import { type Rejection, rejectionsQuery } from '../../projections/read/queries/rejections.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { Unserved } from '../../projections/read/reader/prepare-served.ts'
import { type BlockExplorer, blockExplorerOf } from '../../schema/config/block-explorer.ts'
import type { ConfigStates } from '../../schema/config/config-state.ts'
import { StartupError } from '../../schema/errors.ts'
import type { CallCounts } from '../../schema/platform/call-thread.ts'
import { outsideText } from '../../schema/platform/message-of.ts'
import { HealthSchema, ReadinessSchema, StatusSchema } from '../../schema/responses/operations.ts'
import type { Component, ComponentContext } from '../component.ts'
import { type Route, route } from '../http/route/route.ts'
import { clientRoutes } from './client-routes.ts'
import { devnetRoute, type PublicWallet } from './devnet-route.ts'
import { docsRoutes } from './docs-routes.ts'
import { guideRoutes } from './guide-routes.ts'
import { OPENAPI_PATH } from './openapi-route.ts'
import {
  type MirrorState,
  mirrorState,
  nodeCheck,
  type PublishingState,
  publishingState,
  type ServiceState,
  serviceState,
} from './service-state.ts'

/** The builder's jobs take a fraction of a second, so a longer silence is reported. */
const BUILDER_SILENCE_MS = 5_000

/** These routes respond in every state of the models, and without a rate limit. */
const always = { cache: 'no-store', rate: 'none' } as const

export interface StateSources extends Pick<ComponentContext, 'reader' | 'status' | 'slotTime' | 'clock'> {
  /** Age in seconds of a live node's tip. */
  readonly maxTipAge: number
}

export interface OperationsOptions extends Pick<StateSources, 'maxTipAge'> {
  /** Sentences about functions that do not work until the operator supplies a setting. */
  readonly lacks?: () => readonly string[]
  /** Without it, the builder's thread is not reported. */
  readonly builderCounts?: Pick<CallCounts, 'silence'>
  /** Other services of the same launchpad, without a final slash. */
  readonly peers?: readonly string[]
  /** The page links to it. The network's own if not given. */
  readonly blockExplorer?: BlockExplorer
  readonly hasAdaUsdRate?: boolean
  /** The key is public. */
  readonly devnetWallet?: PublicWallet | undefined
}

export const readStates = ({
  reader,
  status = () => reader.status(),
  slotTime,
  clock,
}: Omit<StateSources, 'maxTipAge'>): {
  readonly state: ServiceState
  readonly mirror: MirrorState | null
  readonly publishing: PublishingState | null
  readonly isRecorded: boolean
} => {
  const indexer = status()
  const view = { checkpoint: reader.checkpoint, indexer, now: clock() }
  return {
    state: serviceState(view, slotTime),
    mirror: mirrorState(view),
    publishing: publishingState(view),
    isRecorded: indexer?.isRecorded ?? false,
  }
}

/** Refreshes the reader first. */
export const readiness = (context: StateSources) => {
  let db = 'ok'
  let node = 'the read models cannot be read'
  try {
    context.reader.refresh()
    const { state, isRecorded } = readStates(context)
    node = nodeCheck(state, { isRecorded, maxTipAge: context.maxTipAge })
  } catch (error) {
    // A StartupError's message is for the operator, and may contain a path that clients must not see.
    db = error instanceof StartupError ? 'the read models cannot be opened' : outsideText(error)
  }
  const isReady = db === 'ok' && node === 'ok'
  // `config` is always ok, because the service loads its documents before it serves.
  return { isReady, checks: { db, node, config: 'ok' } }
}

const NO_LAUNCHPAD = 'no document is set: the service runs without a launchpad'

/** Null if the file's document is in use. */
const configProblems = ({ protocol, contracts, operations }: ConfigStates) => {
  const problemOf = (state: ConfigStates['protocol'] | ConfigStates['contracts']): string | null =>
    state === undefined ? NO_LAUNCHPAD : (state.problem?.message ?? null)
  const restart = operations.needsRestart ? 'the file has changed: restart the service to use it' : null
  return {
    protocol: problemOf(protocol),
    contracts: problemOf(contracts),
    operations: operations.problem?.message ?? restart,
  }
}

/** Empty while the model is folded for the first time, or if the indexer has another version of it. */
export const rejectionsOf = (reader: ModelsReader): (() => Rejection[]) => {
  const read = reader.prepared(rejectionsQuery)
  return () => {
    try {
      return read()()
    } catch (error) {
      if (error instanceof Unserved) return []
      throw error
    }
  }
}

export const healthRoute = route({
  path: '/healthz',
  operationId: 'getHealth',
  summary: 'Whether the process is alive',
  description:
    'Responds with 200 as long as the process responds, even while it is not ready. For the liveness probe of an orchestrator.',
  responses: { 200: { schema: HealthSchema, description: 'Alive.' } },
  ...always,
  handle: (_, reply) => reply(200, { status: 'ok' }),
})

const operationsRoutes = (
  context: ComponentContext,
  {
    maxTipAge,
    lacks = () => [],
    builderCounts,
    peers = [],
    blockExplorer = blockExplorerOf(context.network),
    hasAdaUsdRate = false,
  }: OperationsOptions,
): readonly Route[] => {
  const rejections = rejectionsOf(context.reader)
  const readinessRoute = (path: string, operationId: string) =>
    route({
      path,
      operationId,
      summary: 'Whether the service is ready for traffic',
      description:
        'Ready while the read models can be read and follow the tip of the node; `checks` has each reason against it. For load balancers and for the readiness probe of an orchestrator.',
      responses: {
        200: {
          schema: ReadinessSchema,
          description: 'Ready. `degraded`: a part does not work; `checks` names it and the reason.',
        },
        503: { schema: ReadinessSchema, description: 'Not ready; `checks` has the reasons.' },
      },
      ...always,
      handle: (_, reply) => {
        const { isReady, checks: found } = readiness({ ...context, maxTipAge })
        const missing = lacks()
        const silence = builderCounts?.silence ?? 0
        const isSilent = silence > BUILDER_SILENCE_MS
        const checks = {
          ...found,
          ...(missing.length > 0 && { config: missing.join('; ') }),
          ...(isSilent && { builder: `no response for ${Math.round(silence / 1000)} s` }),
        }
        if (!isReady) return reply(503, { status: 'unavailable', checks })
        return reply(200, { status: missing.length === 0 && !isSilent ? 'ok' : 'degraded', checks })
      },
    })
  return [
    healthRoute,
    readinessRoute('/readyz', 'getReadiness'),
    readinessRoute('/healthcheck', 'getHealthcheck'),
    route({
      path: '/status',
      operationId: 'getStatus',
      summary: 'Sync status: tips of node, log and models, running refolds, problems',
      description:
        'For operators: the progress of the service, its running rebuilds and copies, and its problems.',
      responses: { 200: { schema: StatusSchema, description: 'The status.' } },
      ...always,
      handle: (_, reply) => {
        const { state, mirror, publishing } = readStates(context)
        return reply(200, {
          network: context.network,
          ...state,
          mirror,
          publishing,
          config: configProblems(context.configs()),
          lacks: [...lacks()],
          peers: [...peers],
          blockExplorer,
          hasAdaUsdRate,
          rejections: rejections(),
          mempool: { ...context.mempool.status, transactions: context.mempool.transactions.size },
        })
      },
    }),
  ]
}

export const operations = (options: OperationsOptions): Component => ({
  name: 'operations',
  description: 'Health, readiness and status for operators, the OpenAPI document and the typed client.',
  routes: (context) => [
    ...operationsRoutes(context, options),
    devnetRoute(options.devnetWallet),
    ...docsRoutes(OPENAPI_PATH),
    ...clientRoutes,
    ...guideRoutes(),
  ],
})
