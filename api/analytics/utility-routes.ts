// What a frontend asks of the service besides the chain: its clock, and what an ADA is worth in dollars.
import { Type } from '@sinclair/typebox'
import { ServerTimeSchema } from '../../schema/answers/analytics.ts'
import type { ComponentContext } from '../component.ts'
import { type Route, route } from '../http/route/route.ts'
import { adaUsdRate } from './ada-usd-rate.ts'

/** `GET /v1/utility/server/time` and `/v1/utility/ada-usd/rate` */
export const utilityRoutes = ({
  clock,
  log,
  adaUsdRateUrl,
}: Pick<ComponentContext, 'clock' | 'log' | 'adaUsdRateUrl'>): readonly Route[] => {
  const rate = adaUsdRate(adaUsdRateUrl, clock, (err) => log.warn({ err }, 'the ADA rate cannot be had'))
  return [
    route({
      method: 'GET',
      path: '/v1/utility/server/time',
      operationId: 'getServerTime',
      summary: 'The clock of the service',
      responses: { 200: { schema: ServerTimeSchema, description: 'The time.' } },
      cache: 'no-store',
      rate: 'read',
      readsModels: false,
      handle: (_, reply) => reply(200, { timestamp: clock() }),
    }),
    route({
      method: 'GET',
      path: '/v1/utility/ada-usd/rate',
      operationId: 'getAdaUsdRate',
      summary: 'Dollars for an ADA',
      description:
        'From the source that the operator named with `ADA_USD_RATE_URL`, at most ten minutes old; NOT_FOUND where none is named.',
      responses: {
        200: {
          schema: Type.String({
            pattern: '^[0-9]+(\\.[0-9]+)?$',
            description: 'A decimal.',
            examples: ['0.4312'],
          }),
          description: 'The rate.',
        },
      },
      errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
      cache: 'public, max-age=30',
      rate: 'read',
      readsModels: false,
      handle: (_, reply) => rate().then((decimal) => reply(200, decimal)),
    }),
  ]
}
