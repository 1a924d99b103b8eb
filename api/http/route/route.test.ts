import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { rawRequest } from '../testing/plain-route.ts'
import { json, KIB } from './body.ts'
import { BigintString, limitUpTo } from './fields.ts'
import { multipart } from './multipart.ts'
import { Prepared } from './reply.ts'
import { route } from './route.ts'

const common = {
  path: '/typed',
  operationId: 'typed',
  summary: 'Typed',
  responses: {
    200: { schema: Type.Object({ sum: Type.String() }), description: 'The sum.' },
    503: { schema: Type.Object({ reason: Type.Literal('busy') }), description: 'No sum.' },
  },
  cache: 'no-store',
  rate: 'none',
} as const

test('a handler sees the types of the schemas', async () => {
  const typed = route({
    ...common,
    path: '/typed/{name}',
    params: Type.Object({ name: Type.String() }),
    query: Type.Object({ limit: limitUpTo(10), note: Type.Optional(Type.String()) }),
    headers: ['user-agent'],
    body: json(Type.Optional(Type.Object({ amount: BigintString })), { limit: KIB }),
    handle: ({ params, query, body, headers }, reply) => {
      const name: string = params.name
      const limit: number = query.limit
      const note: string | undefined = query.note
      const amount: bigint | undefined = body?.amount
      const agent: string = headers['user-agent']
      // @ts-expect-error the body may be undefined
      const present: object = body
      // @ts-expect-error a header that is not declared
      const missing: string | undefined = headers.host
      assert.deepEqual([name, note, agent, present, missing], ['a b', 'x', 'test', body, undefined])
      return reply(200, { sum: `${BigInt(limit) + (amount ?? 0n)}` })
    },
  })
  const given = { pathTexts: ['a%20b'], queryText: 'note=x&limit=2', headers: { 'user-agent': 'test' } }
  const { status, body } = await typed.handle(typed.check(rawRequest({ ...given, body: { amount: 40n } })))
  assert.deepEqual({ status, body }, { status: 200, body: { sum: '42' } })
})

test('the file of a form is there unless it may be left out', () => {
  const file = { limit: KIB, types: ['image/png'], description: 'A file.' }
  const typed = route({
    ...common,
    body: multipart(Type.Object({ name: Type.String() }), {
      limit: KIB,
      files: { image: file, more: { ...file, isOptional: true } },
    }),
    handle: ({ body: { fields, files } }, reply) => {
      const image: Buffer = files.image.bytes
      // @ts-expect-error the file may be undefined
      const more: Buffer = files.more.bytes
      return reply(200, { sum: `${fields.name}${image.length}${more.length}` })
    },
  })
  assert.deepEqual(typed.errors, ['INVALID_PARAMS', 'REQUEST_TIMEOUT', 'SERVER_ERROR', 'SERVICE_UNAVAILABLE'])
})

test('a handler may answer only what the route describes', () => {
  const answers = [
    route({ ...common, handle: (_, reply) => reply(200, { sum: '1' }) }),
    route({ ...common, handle: (_, reply) => reply(503, { reason: 'busy' }) }),
    route({ ...common, handle: (_, reply) => reply(200, new Prepared('{"sum":"1"}')) }),
    // @ts-expect-error the sum is text
    route({ ...common, handle: (_, reply) => reply(200, { sum: 42 }) }),
    // @ts-expect-error the body of another status
    route({ ...common, handle: (_, reply) => reply(200, { reason: 'busy' }) }),
    // @ts-expect-error an undeclared status
    route({ ...common, handle: (_, reply) => reply(418, { sum: '1' }) }),
    // @ts-expect-error a field that the schema does not have
    route({ ...common, handle: (_, reply) => reply(200, { sum: '1', more: 2 }) }),
    // @ts-expect-error neither text nor bytes are the body
    route({ ...common, handle: (_, reply) => reply(200, '{"sum":"1"}') }),
    // @ts-expect-error bytes must be Prepared
    route({ ...common, handle: (_, reply) => reply(200, Buffer.from('{"sum":"1"}')) }),
    // @ts-expect-error a response that `reply` did not make
    route({ ...common, handle: () => ({ status: 200, body: { sum: '1' }, extra: {} }) }),
  ]
  assert.equal(answers.length, 10)
})

test('a path and the schema of its parameters name the same', () => {
  const made = (path: string, names: readonly string[]) => () =>
    route({
      ...common,
      path,
      params: Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()]))),
      handle: (_, reply) => reply(200, { sum: '' }),
    })
  made('/a/{b}/c/{d}', ['d', 'b'])()
  assert.throws(made('/a/{b}', []), /has the parameters \(b\), its schema \(\)/)
  assert.throws(made('/a', ['b']), /has the parameters \(\), its schema \(b\)/)
})

test('a parameter of the path that its schema does not take is INVALID_PARAMS', () => {
  const typed = route({
    ...common,
    path: '/a/{n}',
    params: Type.Object({ n: Type.Integer({ minimum: 1 }) }),
    handle: ({ params }, reply) => reply(200, { sum: `${params.n}` }),
  })
  for (const text of ['0', 'x', '%zz', ''])
    assert.throws(() => typed.check(rawRequest({ pathTexts: [text] })), /n must be an integer from 1/)
})

test('a route knows every cause its errors can carry, each once', () => {
  const causes = (more: object) =>
    route({ ...common, handle: (_, reply) => reply(200, { sum: '1' }), ...more }).errors
  assert.deepEqual(causes({ query: Type.Object({}) }), ['INVALID_PARAMS', 'SERVER_ERROR'])
  assert.deepEqual(causes({ rate: 'read', reads: {} }), [
    'RATE_LIMITED',
    'SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
  ])
  const body = json(Type.Object({}), { limit: KIB })
  assert.deepEqual(causes({ body, errors: ['NOT_FOUND', 'INVALID_PARAMS'] }), [
    'INVALID_PARAMS',
    'REQUEST_TIMEOUT',
    'PAYLOAD_TOO_LARGE',
    'NOT_FOUND',
    'SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
  ])
})
