// What an operator asks a running service: is it alive, may it be sent traffic, how far is it. Answers are as of
// the reader's last look, which the server takes before each request.
import type { ModelsReader } from '../../projections/read/models-reader.ts'
import { rejectionsQuery } from '../../projections/read/rejections.ts'
import { HealthSchema, ReadinessSchema, StatusSchema } from '../../schema/operations.ts'
import type { Network } from '../../schema/primitives.ts'
import { type Route, route } from '../http/route.ts'
import { nodeCheck, type ServiceState, serviceState } from './service-state.ts'

export interface OperationsOptions {
  readonly reader: ModelsReader
  readonly network: Network
  /** Unix seconds at which a slot begins. */
  readonly slotTime: (slot: number) => number
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Seconds a live node's tip may be old. */
  readonly maxTipAge: number
}

export const operationsRoutes = (options: OperationsOptions): readonly Route[] => {
  const { reader, network, slotTime, clock, maxTipAge } = options
  const rejections = rejectionsQuery(reader.database)
  const look = (): { state: ServiceState; isRecorded: boolean } => {
    const indexer = reader.status()
    const view = { checkpoint: reader.checkpoint, indexer, now: clock() }
    return { state: serviceState(view, slotTime), isRecorded: indexer?.isRecorded ?? false }
  }
  const readiness = () => {
    let db = 'ok'
    let node = 'the read models cannot be read'
    try {
      const { state, isRecorded } = look()
      node = nodeCheck(state, { isRecorded, maxTipAge })
    } catch (error) {
      db = error instanceof Error ? error.message : String(error)
    }
    const isReady = db === 'ok' && node === 'ok'
    return {
      status: isReady ? 200 : 503,
      // The documents are loaded before anything is served.
      body: {
        status: isReady ? ('ok' as const) : ('unavailable' as const),
        checks: { db, node, config: 'ok' },
      },
    }
  }
  const readinessRoute = (path: string, operationId: string) =>
    route({
      method: 'GET',
      path,
      component: 'operations',
      operationId,
      summary: 'Whether traffic may be sent here',
      responses: {
        200: { schema: ReadinessSchema, description: 'Ready.' },
        503: { schema: ReadinessSchema, description: 'Not ready, and why.' },
      },
      cache: 'no-store',
      handle: readiness,
    })
  return [
    route({
      method: 'GET',
      path: '/healthz',
      component: 'operations',
      operationId: 'getHealth',
      summary: 'Whether the process is alive',
      responses: { 200: { schema: HealthSchema, description: 'Alive.' } },
      cache: 'no-store',
      handle: () => ({ body: { status: 'ok' as const } }),
    }),
    readinessRoute('/readyz', 'getReadiness'),
    readinessRoute('/healthcheck', 'getHealthcheck'),
    route({
      method: 'GET',
      path: '/status',
      component: 'operations',
      operationId: 'getStatus',
      summary: 'How far the node, the log and the models are',
      responses: { 200: { schema: StatusSchema, description: 'The status.' } },
      cache: 'no-store',
      handle: () => ({ body: { network, ...look().state, rejections: rejections() } }),
    }),
  ]
}
