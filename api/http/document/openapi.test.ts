import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { parse } from 'yaml'
import { isRecord } from '../../../schema/ogmios/read-json.ts'
import { ABOUT, openapiRoutes } from '../../operations/openapi-route.ts'
import { KIB } from '../route/body.ts'
import { multipart } from '../route/multipart.ts'
import { Prepared } from '../route/reply.ts'
import { type Route, route } from '../route/route.ts'
import { rawRequest } from '../testing/plain-route.ts'
import { sampleGroups, sampleRoutes } from '../testing/sample-routes.ts'
import { type DocumentedGroup, openapiDocument } from './openapi.ts'

let document: Awaited<ReturnType<typeof openapiDocument>>
before(async () => {
  document = await openapiDocument(sampleGroups, '1.2.3', ABOUT)
})

type Json = Record<string, unknown>

const at = (root: unknown, ...keys: string[]): unknown =>
  keys.reduce((value, key) => (isRecord(value) ? value[key] : undefined), root)

const operationOf = ({ path, method }: Route): Json => {
  const operation = at(document.paths, path, method.toLowerCase())
  assert.ok(isRecord(operation), `${method} ${path}`)
  return operation
}

test('every route is listed, and nothing else', () => {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(
    listed,
    sampleRoutes.map(({ method, path }) => `${method} ${path}`),
  )
  const tags = new Set(document.tags.map(({ name }) => name))
  for (const route of sampleRoutes) {
    const { tags: [tag = ''] = [], operationId, summary } = operationOf(route) as Json & { tags?: string[] }
    assert.ok(tags.has(tag))
    assert.deepEqual(
      { tag, operationId, summary },
      {
        tag: sampleGroups.find(({ routes }) => routes.includes(route))?.name,
        operationId: route.operationId,
        summary: route.summary,
      },
    )
  }
})

test('parameters say where they go, whether they are needed and what they may be', () => {
  assert.deepEqual(at(document.paths, '/v1/bars', 'get', 'parameters'), [
    {
      name: 'asset',
      in: 'query',
      required: true,
      description: 'Of what.',
      schema: {
        type: 'string',
        pattern: '^(?:\\.|[0-9a-fA-F]{56}\\.?(?:[0-9a-fA-F]{2}){0,32}|asset1[02-9ac-hj-np-z]{38})$',
        examples: ['ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261'],
      },
    },
    {
      name: 'resolution',
      in: 'query',
      required: true,
      description: 'Length of a bar.',
      schema: { type: 'string', enum: ['min1', 'hour1'] },
    },
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: 'Maximum number of results.',
      schema: { type: 'integer', minimum: 1, maximum: 101, default: 100, examples: [100] },
    },
    {
      name: 'note',
      in: 'query',
      required: false,
      description: 'Must be a string.',
      schema: { type: 'string' },
    },
  ])
})

test('a body is required unless it may be left out, and so are its fields', () => {
  const bodies = {
    order: at(document.paths, '/order', 'post', 'requestBody'),
    lookup: at(document.paths, '/v1/lookup', 'post', 'requestBody'),
  }
  const amount = 'Must be a string of digits, 1 to 9223372036854775807.'
  assert.deepEqual(bodies, {
    order: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              amount: {
                description: amount,
                type: 'string',
                pattern: '^(?:0|[1-9][0-9]{0,18})$',
                examples: ['1000000'],
              },
              offset: {
                description: 'Number of results to skip.',
                type: 'integer',
                minimum: 0,
                maximum: 999_999_999_999_999,
                default: 0,
                examples: [0],
              },
              note: { type: 'string' },
            },
            required: ['amount'],
          },
        },
      },
    },
    lookup: {
      required: false,
      content: { 'application/json': { schema: { type: 'object', properties: {} } } },
    },
  })
})

test('answers and every cause of error are described, one response a status, and errors are shared', () => {
  const headers = {
    'X-Request-ID': { $ref: '#/components/headers/X-Request-ID' },
    'X-Indexed-Slot': { $ref: '#/components/headers/X-Indexed-Slot' },
    'X-Indexed-Block': { $ref: '#/components/headers/X-Indexed-Block' },
  }
  const error = (more: object, ...causes: string[]) => ({
    description: `${causes.join(', ')}.`,
    headers: {
      ...headers,
      ...more,
      'X-Error-Code': {
        description: `The failure, in more detail than its cause:\n${causes.map((cause) => `- \`${cause}\`: the code equals the cause`).join('\n')}`,
        schema: { type: 'string', enum: causes },
      },
    },
    content: {
      'application/json; charset=utf-8': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }],
          properties: {
            cause: {
              description: 'Cause of the error, for programs.',
              type: 'string',
              ...(causes.length === 1 ? { const: causes[0] } : { enum: causes }),
            },
          },
        },
      },
    },
  })
  assert.deepEqual(at(document.paths, '/v1/bars', 'get', 'responses'), {
    200: {
      description: 'The bars.',
      headers,
      content: {
        'application/json; charset=utf-8': {
          schema: { type: 'array', items: { $ref: '#/components/schemas/SampleBar' } },
          example: [{ time: 1, close: '2.5' }],
        },
      },
    },
    ...Object.fromEntries(
      [
        [400, 'INVALID_PARAMS'],
        [429, 'RATE_LIMITED'],
        [404, 'NOT_FOUND'],
        [500, 'SERVER_ERROR'],
        [503, 'SERVICE_UNAVAILABLE'],
      ].map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
    ),
  })
  const responses = at(document.components, 'responses')
  const reference = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } })
  assert.deepEqual(at(responses, 'NOT_FOUND'), error({}, 'NOT_FOUND'))
  const wait = reference('Retry-After')
  const ofRate = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map(reference)
  assert.deepEqual(at(responses, 'RATE_LIMITED'), error(Object.assign({}, wait, ...ofRate), 'RATE_LIMITED'))
  assert.deepEqual(at(responses, 'SERVICE_UNAVAILABLE'), error(wait, 'SERVICE_UNAVAILABLE'))
  assert.deepEqual(at(responses, 'NotModified', 'headers'), { ...headers, ...reference('ETag') })
  const statuses = (path: string, method: string) => {
    const responses = at(document.paths, path, method, 'responses')
    return isRecord(responses) ? Object.keys(responses) : []
  }
  assert.deepEqual(statuses('/config.json', 'get'), ['200', '304', '429', '500'])
  assert.deepEqual(statuses('/balance', 'post'), ['200', '400', '408', '413', '429', '500', '503'])
  assert.equal(at(document.paths, '/readyz', 'get', 'responses', '503', 'description'), 'Not ready.')
})

test('the YAML parses back to the same document as the JSON, their routes included', async () => {
  const routes: readonly Route[] = openapiRoutes(() => whole, '1.2.3')
  const whole: readonly DocumentedGroup[] = sampleGroups.map((group) =>
    group.name === 'vesting' ? { ...group, routes: [...group.routes, ...routes] } : group,
  )
  const [yaml, json] = await Promise.all(
    routes.map(async (self) => {
      const { body } = await self.handle(self.check(rawRequest()))
      return body instanceof Prepared ? body.bytes.toString() : assert.fail()
    }),
  )
  const expected = await openapiDocument(whole, '1.2.3', ABOUT)
  assert.deepEqual(parse(yaml ?? ''), JSON.parse(JSON.stringify(expected)))
  assert.equal(json, JSON.stringify(expected))
  assert.ok('/v1/docs/openapi' in expected.paths)
})

const plain = (changes: {
  path?: string
  operationId?: string
  schema?: ReturnType<typeof Type.Object>
}): Route =>
  route({
    path: changes.path ?? '/a',
    operationId: changes.operationId ?? 'a',
    summary: 'A',
    responses: { 200: { schema: changes.schema ?? Type.Object({}), description: 'A' } },
    rate: 'none',
    handle: (_, reply) => reply(200, {}),
  })

const documentOf = (...routes: readonly Route[]) =>
  openapiDocument([{ name: 'a', description: 'A', routes }], '1', ABOUT)

test('what would make the document ambiguous is refused when it is made', async () => {
  await assert.rejects(documentOf(plain({}), plain({ path: '/b' })), /two operations are called a/)
  const named = (property: string) => Type.Object({ [property]: Type.String() }, { $id: 'Same' })
  await assert.rejects(
    documentOf(plain({ schema: named('x') }), plain({ path: '/b', operationId: 'b', schema: named('y') })),
    /two schemas are called Same/,
  )
  const referring = Type.Object({ x: Type.Ref('Same') })
  await assert.rejects(documentOf(plain({ schema: referring })), /use the schema Same itself/)
})

test('a path a client could not ask for plainly is refused', () => {
  for (const path of ['', 'a', '/a/', '/a b', '/:id', '/*', '/a//b', '/{a}', '/a{b}'])
    assert.throws(() => plain({ path }), TypeError, path)
})

test('parameters of the path, headers and forms are described', async () => {
  const upload = route({
    path: '/tokens/{token}/image',
    params: Type.Object({ token: Type.String({ pattern: '^[a-f]+$' }) }),
    headers: ['user-agent'],
    body: multipart(Type.Object({ note: Type.Optional(Type.String()) }), {
      limit: 10 * KIB,
      files: { image: { limit: KIB, types: ['image/png'], description: 'The image.' } },
    }),
    operationId: 'upload',
    summary: 'Upload',
    responses: { 200: { schema: Type.Object({}), description: 'A' } },
    rate: 'launch',
    handle: (_, reply) => reply(200, {}),
  })
  const { paths } = await documentOf(upload)
  const operation = at(paths, '/tokens/{token}/image', 'post')
  assert.deepEqual(at(operation, 'parameters'), [
    {
      name: 'token',
      in: 'path',
      required: true,
      description: 'Must be a string that matches ^[a-f]+$.',
      schema: { type: 'string', pattern: '^[a-f]+$' },
    },
  ])
  assert.deepEqual(at(operation, 'requestBody'), {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            note: { type: 'string' },
            image: {
              type: 'string',
              format: 'binary',
              contentMediaType: 'image/png',
              description: 'The image.',
            },
          },
          required: ['image'],
        },
      },
    },
  })
})
