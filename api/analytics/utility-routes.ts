// Data for frontends that does not come from the chain: the service's clock, and the price of ADA in US dollars.
import { Type } from '@sinclair/typebox'
import { ServerTimeSchema } from '../../schema/responses/analytics.ts'
import type { ComponentContext } from '../component.ts'
import { type Route, route } from '../http/route/route.ts'
import type { AdaUsdRate } from './ada-usd-rate.ts'

export const utilityRoutes = (
  { clock }: Pick<ComponentContext, 'clock'>,
  adaUsdRate: AdaUsdRate,
): readonly Route[] => {
  return [
    route({
      path: '/v1/utility/server/time',
      operationId: 'getServerTime',
      summary: 'The clock of the service',
      description: 'Unix milliseconds, so that a client can correct its own clock.',
      responses: { 200: { schema: ServerTimeSchema, description: 'The time.' } },
      cache: 'no-store',
      handle: (_, reply) => reply(200, { timestamp: clock() }),
    }),
    route({
      path: '/v1/utility/ada-usd/rate',
      operationId: 'getAdaUsdRate',
      summary: 'US dollars for one ADA',
      description:
        'The rate comes from the source in the setting `ADA_USD_RATE_URL` and is at most ten minutes old. NOT_FOUND when the operator has set no source.',
      responses: {
        200: {
          schema: Type.String({
            pattern: '^[0-9]+(\\.[0-9]+)?$',
            description: 'US dollars, a decimal.',
            examples: ['0.4312'],
          }),
          description: 'The rate.',
        },
      },
      errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
      cache: 'public, max-age=30',
      handle: (_, reply) => adaUsdRate().then((decimal) => reply(200, decimal)),
    }),
  ]
}
