// The routes on ADMIN_PORT. They are not part of the public API, since only the operator needs to know how much each route is used.
import { Type } from '@sinclair/typebox'
import { type Route, route } from '../http/route/route.ts'
import { healthRoute } from '../operations/routes.ts'
import type { Metrics } from './metrics.ts'

export const metricsRoutes = (metrics: Metrics): readonly Route[] => [
  route({
    path: '/metrics',
    operationId: 'getMetrics',
    summary: "The metrics in Prometheus' text format",
    responses: {
      200: { schema: Type.String(), description: 'The metrics.', contentType: metrics.contentType },
    },
    cache: 'no-store',
    rate: 'none',
    handle: async (_, reply) => reply(200, await metrics.text()),
  }),
  healthRoute,
]
