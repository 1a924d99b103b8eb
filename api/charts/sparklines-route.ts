// Sparklines of many tokens at once, for a page that lists them.
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../schema/errors.ts'
import { SparklineSchema } from '../../schema/responses/sparklines.ts'
import type { ComponentContext } from '../component.ts'
import { json, KIB } from '../http/route/body.ts'
import { TokenIdParam, UnixSeconds } from '../http/route/fields.ts'
import { Borrowed } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'

const MAX_TOKENS = 100
const MAX_POINTS = 100

const Body = Type.Array(TokenIdParam, {
  minItems: 1,
  maxItems: MAX_TOKENS,
  description: 'Asset ids of tokens. The response leaves out tokens that were not launched here.',
})

const Query = Type.Object({
  from: { ...UnixSeconds, description: 'Start of the range, Unix seconds, inclusive.' },
  to: { ...UnixSeconds, description: 'End of the range, Unix seconds, exclusive.' },
  points: Type.Integer({
    minimum: 1,
    maximum: MAX_POINTS,
    default: 48,
    description: 'Closing prices of each token, at the ends of equal steps.',
  }),
})

export const sparklinesRoute = ({
  shared: { poolIds },
  readThreads,
}: Pick<ComponentContext, 'shared' | 'readThreads'>): Route => {
  return route({
    path: '/v1/charts/sparklines',
    operationId: 'getSparklines',
    summary: 'A few prices of each of up to 100 tokens over a range',
    description:
      'One series per token, in the order of the request. Prices come from the longest bars that fit into one step; each bar belongs to the step in which it begins.',
    query: Query,
    body: json(Body, { limit: 16 * KIB }),
    responses: { 200: { schema: Type.Array(SparklineSchema), description: 'The sparklines.' } },
    reads: { pools: { token: ({ body }) => body }, bars: { pool: ({ body }) => body.map(poolIds.idOf) } },
    handle: ({ query: { from, to, points }, body, signal }, reply) => {
      if (from >= to) throw new ApiError('INVALID_PARAMS', 'Invalid input: from must be before to')
      return readThreads
        .run({ name: 'sparklines', assets: body, from, to, points }, signal)
        .then((bytes) => reply(200, new Borrowed(bytes)))
    },
  })
}
