// What an operator asks a running service: is it alive, may it be sent traffic, how far is it. Answers are as of
// the reader's last look, which the server takes before each request.

import { type Rejection, rejectionsQuery } from '../../projections/read/queries/rejections.ts'
import { BeingFolded } from '../../projections/read/reader/being-folded.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { HealthSchema, ReadinessSchema, StatusSchema } from '../../schema/answers/operations.ts'
import type { ConfigStates } from '../../schema/config/config-state.ts'
import { StartupError } from '../../schema/errors.ts'
import { outsideText } from '../../schema/platform/outside-text.ts'
import type { Component, ComponentContext } from '../component.ts'
import { type Route, route } from '../http/route/route.ts'
import { devnetRoute } from './devnet-route.ts'
import { docsRoutes } from './docs-routes.ts'
import { OPENAPI_PATH } from './openapi-route.ts'
import { type MirrorState, mirrorState, nodeCheck, type ServiceState, serviceState } from './service-state.ts'

/** Milliseconds without a sign of life of the transaction builder that are reported: its jobs take a fraction of a second. */
const SILENCE = 5_000

/** Answered whatever state the models are in, and as often as asked. */
const always = { cache: 'no-store', rate: undefined, readsModels: false } as const

export type Views = Pick<ComponentContext, 'reader' | 'status' | 'slotTime' | 'clock' | 'maxTipAge'>

/** How far the service is, as of the reader's last look. */
export const look = ({
  reader,
  status = () => reader.status(),
  slotTime,
  clock,
}: Views): {
  readonly state: ServiceState
  readonly mirror: MirrorState | null
  readonly isRecorded: boolean
} => {
  const indexer = status()
  const view = { checkpoint: reader.checkpoint, indexer, now: clock() }
  return {
    state: serviceState(view, slotTime),
    mirror: mirrorState(view),
    isRecorded: indexer?.isRecorded ?? false,
  }
}

/** Where node, log and models stand, as of the reader's last look. */
export const stateOf = (context: Views): ServiceState => look(context).state

/** Answer of `/readyz`, as of the reader's last refresh. */
export const readiness = (context: Views) => {
  let db = 'ok'
  let node = 'the read models cannot be read'
  try {
    context.reader.refresh()
    const { state, isRecorded } = look(context)
    node = nodeCheck(state, { isRecorded, maxTipAge: context.maxTipAge })
  } catch (error) {
    // Its words are the operator's, and name the file.
    db = error instanceof StartupError ? 'the read models cannot be opened' : outsideText(error)
  }
  const isReady = db === 'ok' && node === 'ok'
  // The documents are loaded before anything is served.
  return { isReady, checks: { db, node, config: 'ok' } }
}

const NO_LAUNCHPAD = 'none is set: the service runs without a launchpad'

/** Problem of each document's file; null when the file is the one in use. */
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

/** Reads the rejections: none while they are being folded for the first time. */
export const rejectionsOf = (reader: ModelsReader): (() => Rejection[]) => {
  const read = reader.prepared(rejectionsQuery)
  return () => {
    try {
      return read()()
    } catch (error) {
      if (error instanceof BeingFolded) return []
      throw error
    }
  }
}

export const healthRoute = route({
  method: 'GET',
  path: '/healthz',
  operationId: 'getHealth',
  summary: 'Whether the process is alive',
  responses: { 200: { schema: HealthSchema, description: 'Alive.' } },
  ...always,
  handle: (_, reply) => reply(200, { status: 'ok' }),
})

const operationsRoutes = (context: ComponentContext): readonly Route[] => {
  const rejections = rejectionsOf(context.reader)
  const readinessRoute = (path: string, operationId: string) =>
    route({
      method: 'GET',
      path,
      operationId,
      summary: 'Whether traffic may be sent here',
      responses: {
        200: {
          schema: ReadinessSchema,
          description: 'Ready; `degraded` where something does not work that the operator has to supply.',
        },
        503: { schema: ReadinessSchema, description: 'Not ready, and why.' },
      },
      ...always,
      handle: (_, reply) => {
        const { isReady, checks: found } = readiness(context)
        const lacks = context.lacks?.() ?? []
        const silence = context.builderCounts?.silence ?? 0
        const isSilent = silence > SILENCE
        const checks = {
          ...found,
          ...(lacks.length > 0 && { config: lacks.join('; ') }),
          ...(isSilent && { builder: `no sign of life for ${Math.round(silence / 1000)} s` }),
        }
        if (!isReady) return reply(503, { status: 'unavailable', checks })
        return reply(200, { status: lacks.length === 0 && !isSilent ? 'ok' : 'degraded', checks })
      },
    })
  return [
    healthRoute,
    readinessRoute('/readyz', 'getReadiness'),
    readinessRoute('/healthcheck', 'getHealthcheck'),
    route({
      method: 'GET',
      path: '/status',
      operationId: 'getStatus',
      summary: 'How far the node, the log and the models are',
      responses: { 200: { schema: StatusSchema, description: 'The status.' } },
      ...always,
      handle: (_, reply) => {
        const { state, mirror } = look(context)
        return reply(200, {
          network: context.network,
          ...state,
          mirror,
          config: configProblems(context.configs()),
          lacks: [...(context.lacks?.() ?? [])],
          rejections: rejections(),
          mempool: { ...context.mempool.status, transactions: context.mempool.transactions.size },
        })
      },
    }),
  ]
}

export const operations: Component = {
  name: 'operations',
  description: 'What an operator watches, and this document.',
  routes: (context) => [...operationsRoutes(context), devnetRoute(context), ...docsRoutes(OPENAPI_PATH)],
}
