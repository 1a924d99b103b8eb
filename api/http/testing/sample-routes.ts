// Small routes that between them use everything a route can say; for the tests of the HTTP core.
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../../schema/errors.ts'
import { AssetIdParam, BigintString, KeyHash, limitUpTo, Offset, OneOf } from '../fields.ts'
import { type Route, route } from '../route.ts'

const Bar = Type.Object(
  { time: Type.Integer({ description: 'Unix seconds.' }), close: Type.String() },
  { $id: 'SampleBar' },
)

/** Bodies sent as they are. */
export const PREPARED = Buffer.from('[{"time":1,"close":"2.5"}]')

export const bars = route({
  method: 'GET',
  path: '/v1/bars',
  component: 'charts',
  operationId: 'getBars',
  summary: 'Bars',
  query: Type.Object({
    asset: { ...AssetIdParam, description: 'Of what.' },
    resolution: OneOf(['min1', 'hour1'], { description: 'Length of a bar.' }),
    limit: limitUpTo(101),
    note: Type.Optional(Type.String()),
  }),
  responses: {
    200: { schema: Type.Array(Bar), description: 'The bars.', example: [{ time: 1, close: '2.5' }] },
  },
  errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  cache: 'no-cache',
  handle: ({ query }) => {
    if (query.note === 'missing') throw new ApiError('NOT_FOUND', `No bars of ${query.asset}`)
    if (query.note === 'later')
      throw new ApiError('SERVICE_UNAVAILABLE', 'The chain is still being read', { 'Retry-After': '5' })
    return query.note === 'closed'
      ? { body: PREPARED, cache: 'public, max-age=60' }
      : { body: [{ time: query.limit, close: query.asset }] }
  },
})

export const order = route({
  method: 'POST',
  path: '/order',
  component: 'builder',
  operationId: 'buildOrder',
  summary: 'An order',
  body: Type.Object({ amount: BigintString, offset: Offset, note: Type.Optional(Type.String()) }),
  responses: {
    200: { schema: Type.Object({ amount: Type.String(), note: Type.String() }), description: 'The order.' },
  },
  cache: 'no-store',
  handle: async ({ body: { amount, note = 'none' } }) => ({ body: { amount: amount.toString(), note } }),
})

export const balance = route({
  method: 'POST',
  path: '/balance',
  component: 'analytics',
  operationId: 'getBalance',
  summary: 'A balance',
  query: Type.Object({ asset: AssetIdParam }),
  body: Type.Array(KeyHash, { minItems: 1, maxItems: 100 }),
  requireJsonType: true,
  responses: {
    200: {
      schema: Type.Union([Type.Object({ balance: Type.Number() }), Type.Null()]),
      description: 'The balance.',
    },
  },
  cache: 'no-store',
  handle: ({ body }) => ({ body: body.length > 1 ? { balance: body.length } : null }),
})

export const lookup = route({
  method: 'POST',
  path: '/v1/lookup',
  component: 'vesting',
  operationId: 'lookUp',
  summary: 'A look-up without a body',
  body: Type.Optional(Type.Object({})),
  responses: { 200: { schema: Type.Object({ body: Type.Boolean() }), description: 'Whether it had one.' } },
  cache: 'no-store',
  handle: ({ body }) => ({ body: { body: body !== undefined } }),
})

export const config = route({
  method: 'GET',
  path: '/config.json',
  component: 'analytics',
  operationId: 'getConfig',
  summary: 'A document',
  responses: { 200: { schema: Type.Object({ version: Type.Integer() }), description: 'It.' } },
  cache: 'public, max-age=60',
  etag: true,
  handle: () => ({ body: '{"version":2}', headers: { 'X-Note': 'one\r\ntwo' } }),
})

export const ready = route({
  method: 'GET',
  path: '/readyz',
  component: 'operations',
  operationId: 'getReadiness',
  summary: 'Readiness',
  responses: {
    200: { schema: Type.Object({ status: Type.Literal('ok') }), description: 'Ready.' },
    503: { schema: Type.Object({ status: Type.Literal('unavailable') }), description: 'Not ready.' },
  },
  errors: ['SERVICE_UNAVAILABLE'],
  cache: 'no-store',
  handle: () => ({ status: 503, body: { status: 'unavailable' as const } }),
})

/** What a bug looks like: thrown, rejected, or a bigint where JSON is to be. */
export const broken = route({
  method: 'GET',
  path: '/broken',
  component: 'operations',
  operationId: 'breakDown',
  summary: 'Bugs',
  query: Type.Object({ how: OneOf(['throw', 'reject', 'bigint']) }),
  responses: { 200: { schema: Type.Unknown(), description: 'Never.' } },
  cache: 'no-cache',
  handle: ({ query }) => {
    if (query.how === 'throw') throw new Error('a secret of the house')
    return query.how === 'reject'
      ? Promise.reject(new Error('a secret of the house'))
      : { body: { amount: 1n } }
  },
})

export const sampleRoutes: readonly Route[] = [bars, order, balance, lookup, config, ready, broken]
