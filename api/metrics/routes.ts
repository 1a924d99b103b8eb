// What is served on ADMIN_PORT, apart from the API: metrics name the routes and say how much they are used, which is
// nobody's business but the operator's.
import { Type } from '@sinclair/typebox'
import { type Route, route } from '../http/route/route.ts'
import { healthRoute } from '../operations/routes.ts'
import type { Metrics } from './metrics.ts'

export const metricsRoutes = (metrics: Metrics): readonly Route[] => [
  route({
    method: 'GET',
    path: '/metrics',
    operationId: 'getMetrics',
    summary: "The metrics in Prometheus' text format",
    responses: {
      200: { schema: Type.String(), description: 'The metrics.', contentType: metrics.contentType },
    },
    cache: 'no-store',
    rate: undefined,
    readsModels: false,
    handle: async (_, reply) => reply(200, await metrics.text()),
  }),
  healthRoute,
]
