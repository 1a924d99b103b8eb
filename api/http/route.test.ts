import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { BigintString, limitUpTo } from './fields.ts'
import { route } from './route.ts'

const common = {
  method: 'POST',
  path: '/typed',
  component: 'charts',
  operationId: 'typed',
  summary: 'Typed',
  responses: { 200: { schema: Type.Object({ sum: Type.String() }), description: 'The sum.' } },
  cache: 'no-store',
} as const

test('a handler sees the types of the schemas, and may answer only what the route describes', async () => {
  const typed = route({
    ...common,
    query: Type.Object({ limit: limitUpTo(10), note: Type.Optional(Type.String()) }),
    body: Type.Optional(Type.Object({ amount: BigintString })),
    handle: ({ query, body }) => {
      const limit: number = query.limit
      const note: string | undefined = query.note
      const amount: bigint | undefined = body?.amount
      // @ts-expect-error the body may be absent
      const present: object = body
      assert.deepEqual([note, present], ['x', body])
      return { body: { sum: `${BigInt(limit) + (amount ?? 0n)}` } }
    },
  })
  const request = { id: 'id', queryText: 'note=x&limit=2', bodyBytes: Buffer.from('{"amount":"40"}') }
  assert.deepEqual(await typed.run(request), { body: { sum: '42' } })

  // @ts-expect-error the sum is text
  const wrong = route({ ...common, handle: (_) => ({ body: { sum: 42 } }) })
  assert.deepEqual(wrong.errors, ['SERVER_ERROR'])
})

test('a route knows every cause its errors can carry, each once', () => {
  const handle = (): { body: string } => ({ body: '{"sum":"1"}' })
  const causes = (more: object) => route({ ...common, handle, ...more }).errors
  assert.deepEqual(causes({ query: Type.Object({}) }), ['INVALID_PARAMS', 'SERVER_ERROR'])
  assert.deepEqual(causes({ body: Type.Object({}), errors: ['NOT_FOUND', 'INVALID_PARAMS'] }), [
    'INVALID_PARAMS',
    'PAYLOAD_TOO_LARGE',
    'NOT_FOUND',
    'SERVER_ERROR',
  ])
})

test('a handler can ask for the id of its request', async () => {
  const echo = route({ ...common, handle: ({ id }) => ({ body: { sum: id } }) })
  const request = { id: 'my-id', queryText: '', bodyBytes: Buffer.alloc(0) }
  assert.deepEqual(await echo.run(request), { body: { sum: 'my-id' } })
})
