// Data for frontends that is not from the chain: the service's clock, and the price of ADA in US dollars.
import { Type } from '@sinclair/typebox'
import { ServerTimeSchema } from '../../schema/responses/analytics.ts'
import type { ComponentContext } from '../component.ts'
import { type Route, route } from '../http/route/route.ts'
import { adaUsdRate } from './ada-usd-rate.ts'

/** @param adaUsdRateUrl URL of the price of ADA in US dollars; undefined for none */
export const utilityRoutes = (
  { clock, log }: Pick<ComponentContext, 'clock' | 'log'>,
  adaUsdRateUrl: string | undefined,
): readonly Route[] => {
  const rate = adaUsdRate(
    adaUsdRateUrl,
    () => performance.now(),
    (err) => log.warn({ err }, 'the ADA rate could not be fetched: check ADA_USD_RATE_URL'),
  )
  return [
    route({
      path: '/v1/utility/server/time',
      operationId: 'getServerTime',
      summary: 'The clock of the service',
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
      handle: (_, reply) => rate().then((decimal) => reply(200, decimal)),
    }),
  ]
}
