// Small routes that together use every feature of a route, for tests of the HTTP server.
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../../schema/errors.ts'
import { OneOf } from '../../../schema/one-of.ts'
import type { DocumentedGroup } from '../document/openapi.ts'
import { json, KIB } from '../route/body.ts'
import { AssetIdParam, BigintString, KeyHash, limitUpTo, Offset } from '../route/fields.ts'
import { Prepared } from '../route/reply.ts'
import { type Route, route } from '../route/route.ts'

const Bar = Type.Object(
  { time: Type.Integer({ description: 'Unix seconds.' }), close: Type.String() },
  { $id: 'SampleBar' },
)

/** Sent unchanged. */
export const PREPARED = Buffer.from('[{"time":1,"close":"2.5"}]')

export const bars = route({
  path: '/v1/bars',
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
  cacheOf: ({ query }) => (query.note === 'closed' ? 'public, max-age=60' : 'no-cache'),
  handle: ({ query }, reply) => {
    if (query.note === 'missing') throw new ApiError('NOT_FOUND', `No bars of ${query.asset}`)
    if (query.note === 'later')
      throw new ApiError('SERVICE_UNAVAILABLE', 'The chain is still being read', { 'Retry-After': '5' })
    return query.note === 'closed'
      ? reply(200, new Prepared(PREPARED))
      : reply(200, [{ time: query.limit, close: query.asset }])
  },
})

export const order = route({
  path: '/order',
  operationId: 'buildOrder',
  summary: 'An order',
  body: json(Type.Object({ amount: BigintString, offset: Offset, note: Type.Optional(Type.String()) }), {
    limit: 4 * KIB,
  }),
  responses: {
    200: { schema: Type.Object({ amount: Type.String(), note: Type.String() }), description: 'The order.' },
  },
  handle: async ({ body: { amount, note = 'none' } }, reply) =>
    reply(200, { amount: amount.toString(), note }),
})

export const balance = route({
  path: '/balance',
  operationId: 'getBalance',
  summary: 'A balance',
  query: Type.Object({ asset: AssetIdParam }),
  body: json(Type.Array(KeyHash, { minItems: 1, maxItems: 100 }), { limit: 8 * KIB, requiresType: true }),
  responses: {
    200: {
      schema: Type.Union([Type.Object({ balance: Type.Number() }), Type.Null()]),
      description: 'The balance.',
    },
  },
  handle: ({ body }, reply) => reply(200, body.length > 1 ? { balance: body.length } : null),
})

export const lookup = route({
  path: '/v1/lookup',
  operationId: 'lookUp',
  summary: 'A look-up without a body',
  body: json(Type.Optional(Type.Object({})), { limit: KIB }),
  responses: { 200: { schema: Type.Object({ body: Type.Boolean() }), description: 'Whether it had one.' } },
  handle: ({ body }, reply) => reply(200, { body: body !== undefined }),
})

export const config = route({
  path: '/config.json',
  operationId: 'getConfig',
  summary: 'A document',
  responses: { 200: { schema: Type.Object({ version: Type.Integer() }), description: 'It.' } },
  cache: 'public, max-age=60',
  state: () => 'two',
  handle: (_, reply) => reply(200, { version: 2 }, { headers: { 'X-Note': 'one\r\ntwo' } }),
})

export const ready = route({
  path: '/readyz',
  operationId: 'getReadiness',
  summary: 'Readiness',
  responses: {
    200: { schema: Type.Object({ status: Type.Literal('ok') }), description: 'Ready.' },
    503: { schema: Type.Object({ status: Type.Literal('unavailable') }), description: 'Not ready.' },
  },
  errors: ['SERVICE_UNAVAILABLE'],
  cache: 'no-store',
  handle: (_, reply) => reply(503, { status: 'unavailable' }),
})

/** Fails by throwing, by rejecting, or with a bigint where JSON is expected. */
export const broken = route({
  path: '/broken',
  operationId: 'breakDown',
  summary: 'Bugs',
  query: Type.Object({ how: OneOf(['throw', 'reject', 'bigint']) }),
  responses: { 200: { schema: Type.Unknown(), description: 'Never.' } },
  handle: ({ query }, reply) => {
    if (query.how === 'throw') throw new Error('a secret of the house')
    return query.how === 'reject'
      ? Promise.reject(new Error('a secret of the house'))
      : reply(200, { amount: 1n })
  },
})

export const sampleGroups: readonly DocumentedGroup[] = [
  { name: 'charts', description: 'About charts.', routes: [bars] },
  { name: 'builder', description: 'About builder.', routes: [order] },
  { name: 'analytics', description: 'About analytics.', routes: [balance, config] },
  { name: 'vesting', description: 'About vesting.', routes: [lookup] },
  { name: 'operations', description: 'About operations.', routes: [ready, broken] },
]

export const sampleRoutes: readonly Route[] = sampleGroups.flatMap(({ routes }) => routes)
