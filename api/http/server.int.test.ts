import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../schema/errors.ts'
import { openapiRoutes } from '../operations/openapi-route.ts'
import { CORS_HEADERS } from './response/cors.ts'
import { type Reads, UNCHANGED } from './route/reads.ts'
import type { ModelsView } from './route/service.ts'
import { checkResponse } from './testing/check-response.ts'
import { plainRoute } from './testing/plain-route.ts'
import { exchangeRaw, parseResponses, requestText } from './testing/raw-http.ts'
import {
  balance,
  bars,
  broken,
  config,
  order,
  PREPARED,
  ready,
  sampleGroups,
  sampleRoutes,
} from './testing/sample-routes.ts'
import { startTestServer } from './testing/test-server.ts'

const POLICY = 'ab'.repeat(28)
const barsQuery = { asset: `${POLICY.toUpperCase()}.CD`, resolution: 'min1' }
const invalid = (problem: string) => ({ cause: 'INVALID_PARAMS', message: `Invalid input: ${problem}` })

const raw = async (
  port: number,
  line: string,
  options: { headers?: Record<string, string>; body?: string } = {},
) => {
  const headers = { ...options.headers, Connection: 'close' }
  const text = await exchangeRaw(port, requestText(line, { ...options, headers }))
  const [response] = parseResponses(text, line.startsWith('HEAD'))
  return response ?? assert.fail(`no answer to ${line}`)
}

test('a GET answers with what its handler gives for the checked query', async (t) => {
  const { url } = await startTestServer(t, sampleRoutes)
  const computed = await checkResponse(url, bars, { query: { ...barsQuery, limit: 7 } })
  assert.deepEqual(computed.body, [{ time: 7, close: `${POLICY}.cd` }])
  assert.equal(computed.headers.get('Cache-Control'), 'no-cache')
  const prepared = await checkResponse(url, bars, { query: { ...barsQuery, note: 'closed' } })
  assert.deepEqual(prepared.body, JSON.parse(PREPARED.toString()))
  assert.equal(prepared.headers.get('Cache-Control'), 'public, max-age=60')
  assert.equal(prepared.headers.get('Content-Length'), `${PREPARED.length}`)
})

test('a POST answers with what its handler gives for the checked body', async (t) => {
  const { url } = await startTestServer(t, sampleRoutes)
  const built = await checkResponse(url, order, { body: { amount: '9007199254740993', extra: 1 } })
  assert.deepEqual(built.body, { amount: '9007199254740993', note: 'none' })
  assert.equal(built.headers.get('Cache-Control'), 'no-store')
  const none = await checkResponse(url, balance, { query: { asset: '.' }, body: [POLICY] })
  assert.equal(none.body, null)
  const some = await checkResponse(url, balance, { query: { asset: '.' }, body: [POLICY, POLICY] })
  assert.deepEqual(some.body, { balance: 2 })
})

test('wrong input is 400 with the first problem', async (t) => {
  const { url, port } = await startTestServer(t, sampleRoutes)
  const year = await checkResponse(url, bars, { query: { ...barsQuery, resolution: 'year1' } })
  assert.deepEqual(year, { ...year, status: 400, body: invalid('resolution must be one of min1, hour1') })
  const cases: [string, string][] = [
    ['GET /v1/bars?asset=.&resolution=min1&asset=.', 'asset must be given once'],
    ['GET /v1/bars?asset=%zz&resolution=min1', 'asset must be valid percent-encoding of UTF-8'],
    ['GET /v1/bars?asset=.&resolution=min1&limit=1.0', 'limit must be an integer from 1 to 101'],
    ['POST /order', 'the body must be JSON'],
    [`GET /v1/bars?asset=.&resolution=min1&x=${'a'.repeat(9_000)}`, 'the URL must be at most 8192 bytes'],
    [`GET /config.json?${'a'.repeat(9_000)}`, 'the URL must be at most 8192 bytes'],
  ]
  for (const [line, problem] of cases) {
    const { status, headers, body } = await raw(port, line)
    assert.deepEqual(JSON.parse(body), invalid(problem), line)
    assert.equal(status, 400)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  }
  const nearly = await raw(port, `GET /config.json?${'a'.repeat(8_179)}`)
  assert.equal(nearly.status, 200)
})

test('an error a handler throws is answered with its status and headers', async (t) => {
  const { url } = await startTestServer(t, sampleRoutes)
  const missing = await checkResponse(url, bars, { query: { ...barsQuery, note: 'missing' } })
  assert.deepEqual(missing, {
    ...missing,
    status: 404,
    body: { cause: 'NOT_FOUND', message: `No bars of ${POLICY}.cd` },
  })
  const later = await checkResponse(url, bars, { query: { ...barsQuery, note: 'later' } })
  assert.equal(later.status, 503)
  assert.equal(later.headers.get('Retry-After'), '5')
  const described = await checkResponse(url, ready)
  assert.deepEqual(described, { ...described, status: 503, body: { status: 'unavailable' } })
})

test('a bug is 500 without its text, and the log has its stack under the id the client got', async (t) => {
  const { url, logged } = await startTestServer(t, sampleRoutes)
  for (const how of ['throw', 'reject', 'bigint']) {
    const { status, body, headers } = await checkResponse(url, broken, { query: { how } })
    assert.equal(status, 500)
    assert.deepEqual(body, {
      cause: 'SERVER_ERROR',
      message: 'The server failed to answer this request; report it with the X-Request-ID of this response',
    })
    const line = logged.find(
      ({ requestId, level }) => requestId === headers.get('X-Request-ID') && level === 50,
    )
    const { err, method, path } = line ?? assert.fail(`no log line for ${how}`)
    assert.deepEqual({ method, path }, { method: 'GET', path: '/broken' })
    assert.match(JSON.stringify(err), how === 'bigint' ? /BigInt/ : /a secret of the house.*sample-routes/)
  }
})

test('a path nothing is served at is 404, whatever the method', async (t) => {
  const { port } = await startTestServer(t, [...sampleRoutes, ...openapiRoutes(() => [], '1')])
  const { url } = await startTestServer(t, sampleRoutes)
  assert.deepEqual(await (await fetch(`${url}/nope`)).json(), {
    cause: 'NOT_FOUND',
    message: 'This path does not exist',
  })
  const lines = [
    'GET /',
    'POST /nope',
    'PUT /v1',
    'GET /v1/bars/x',
    'OPTIONS /nope',
    `GET /${'a'.repeat(9_000)}`,
  ]
  for (const line of lines) {
    const { status, headers, body } = await raw(port, line)
    assert.equal(status, 404, line)
    assert.deepEqual(JSON.parse(body), {
      cause: 'NOT_FOUND',
      message: 'This path does not exist; GET /v1/docs/openapi lists all paths',
    })
    assert.equal(headers['access-control-allow-origin'], '*')
  }
})

test('a document comes in the media type that Accept prefers, with an ETag for each', async (t) => {
  const { url } = await startTestServer(
    t,
    openapiRoutes(() => sampleGroups, '1'),
  )
  const ask = async (accept: string, etag = '') => {
    const headers = { Accept: accept, 'If-None-Match': etag }
    const response = await fetch(`${url}/v1/docs/openapi`, { headers })
    const [type] = response.headers.get('content-type')?.split(';') ?? []
    assert.equal(response.headers.get('vary'), 'Accept-Encoding, Accept', `${accept} ${etag}`)
    return { status: response.status, type, etag: response.headers.get('etag') ?? '' }
  }
  const yaml = await ask('*/*')
  assert.equal((await ask('*/*', yaml.etag)).status, 304)
  const json = await ask('application/json;charset=utf-8')
  assert.deepEqual(
    [yaml.type, json.type, yaml.etag === json.etag],
    ['application/yaml', 'application/json', false],
  )
  for (const [accept, of] of [
    ['application/json, */*;q=0.8', json],
    ['text/html, application/xhtml+xml, */*;q=0.8', yaml],
    ['application/json;q=x, ;;,', yaml],
  ] as const) {
    assert.deepEqual(await ask(accept), of, accept)
    assert.equal((await ask(accept, of.etag)).status, 304)
  }
})

test('a method a path does not take is 405 and names those it does', async (t) => {
  const { port } = await startTestServer(t, sampleRoutes)
  const post = await raw(port, 'POST /v1/bars', { body: '{}' })
  assert.equal(post.status, 405)
  assert.equal(post.headers.allow, 'GET, HEAD, OPTIONS')
  assert.deepEqual(JSON.parse(post.body), {
    cause: 'METHOD_NOT_ALLOWED',
    message: 'Method not allowed: use GET, HEAD, OPTIONS',
  })
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
    const { status, headers } = await raw(port, `${method} /order`)
    assert.deepEqual({ status, allow: headers.allow }, { status: 405, allow: 'POST, OPTIONS' }, method)
  }
})

test('HEAD is GET without the body', async (t) => {
  const { port } = await startTestServer(t, sampleRoutes)
  const same = { date: '', 'x-request-id': '' }
  const paths = [
    '/v1/bars?asset=.&resolution=min1&note=%C3%A9',
    '/v1/bars?asset=.',
    '/config.json',
    '/nope',
    '/readyz',
  ]
  for (const path of paths) {
    const get = await raw(port, `GET ${path}`)
    const text = await exchangeRaw(port, requestText(`HEAD ${path}`, { headers: { Connection: 'close' } }))
    const [head = assert.fail()] = parseResponses(text, true)
    assert.ok(text.endsWith('\r\n\r\n'), path)
    assert.equal(head.status, get.status)
    assert.deepEqual({ ...head.headers, ...same }, { ...get.headers, ...same }, path)
    assert.equal(head.headers['content-length'], `${Buffer.byteLength(get.body, 'latin1')}`)
  }
})

test('a server that is not for pages lets no page read it', async (t) => {
  const { port } = await startTestServer(t, sampleRoutes, { isForPages: false })
  for (const line of ['GET /config.json', 'OPTIONS /config.json', 'GET /none'])
    assert.deepEqual(
      Object.keys((await raw(port, line)).headers).filter((name) => name.startsWith('access-control-')),
      [],
      line,
    )
})

test('a preflight on any route is 204 with what a page may do', async (t) => {
  const { port } = await startTestServer(t, sampleRoutes)
  for (const { path } of sampleRoutes) {
    const { status, headers, body } = await raw(port, `OPTIONS ${path}`, {
      headers: { Origin: 'https://example.org', 'Access-Control-Request-Method': 'POST' },
    })
    const { date: _, connection: __, 'x-request-id': ___, uwebsockets: ____, ...rest } = headers
    assert.deepEqual(
      { status, body, rest },
      {
        status: 204,
        body: '',
        rest: {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET,POST,OPTIONS',
          'access-control-allow-headers': 'Content-Type,X-Request-ID,If-None-Match,Authorization,*',
          'access-control-max-age': '86400',
          'access-control-expose-headers': CORS_HEADERS['Access-Control-Expose-Headers'],
          'cache-control': 'no-store',
        },
      },
      path,
    )
  }
})

test('a trailing slash changes nothing', async (t) => {
  const { port } = await startTestServer(t, sampleRoutes)
  const { status, body } = await raw(port, 'GET /v1/bars/?asset=.&resolution=min1')
  assert.deepEqual({ status, body }, { status: 200, body: '[{"time":100,"close":"."}]' })
  assert.equal((await raw(port, 'POST /order/', { body: '{"amount":"1"}' })).status, 200)
  assert.equal((await raw(port, 'OPTIONS /order/')).status, 204)
})

test("a client's request id comes back, on errors too; any other is replaced by a new UUID", async (t) => {
  const { port, logged } = await startTestServer(t, sampleRoutes)
  const own = ['My.id-1_2', 'a', 'x'.repeat(128)]
  for (const [at, path] of ['/config.json', '/nope', '/v1/bars'].entries()) {
    const { headers } = await raw(port, `GET ${path}`, { headers: { 'X-Request-ID': own[at] ?? '' } })
    assert.equal(headers['x-request-id'], own[at])
  }
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  const made = new Set<string>()
  for (const id of ['a b', 'x'.repeat(129), '{"a":1}', 'é', '']) {
    const { headers } = await raw(port, 'GET /config.json', { headers: { 'X-Request-ID': id } })
    assert.match(headers['x-request-id'] ?? '', uuid)
    made.add(headers['x-request-id'] ?? '')
  }
  assert.equal(made.size, 5)
  const received = logged
    .filter(({ msg }) => msg === 'a request was answered')
    .map(({ requestId }) => requestId)
  assert.deepEqual(received, [...own, ...made])
})

test('every answer carries the point the models are at, once there is one', async (t) => {
  let point: { slot: number; id: string } | undefined
  const models: ModelsView = {
    refresh: () => point,
    versions: UNCHANGED,
    pointOf: () => point,
    inOneState: (read) => read(),
    check: () => {},
  }
  const { port } = await startTestServer(t, sampleRoutes, { models })
  const seen = async (line: string) => {
    const { headers } = await raw(port, line)
    return [headers['x-indexed-slot'], headers['x-indexed-block']]
  }
  const lines = [
    'GET /config.json',
    'HEAD /config.json',
    'GET /nope',
    'GET /v1/bars',
    'OPTIONS /order',
    'POST /order',
  ]
  for (const line of lines) assert.deepEqual(await seen(line), [undefined, undefined], line)
  for (const next of [
    { slot: 1, id: 'aa'.repeat(32) },
    { slot: 1, id: 'bb'.repeat(32) },
    { slot: 0, id: 'bb'.repeat(32) },
  ]) {
    point = next
    for (const line of lines) assert.deepEqual(await seen(line), [`${next.slot}`, next.id], line)
  }
})

test('an answer from a model that stands still while it is folded again carries the point of that model', async (t) => {
  const [now, stopped] = ['aa', 'bb'].map((byte, at) => ({ slot: 9 - at, id: byte.repeat(32) }))
  const models: ModelsView = {
    refresh: () => now,
    versions: UNCHANGED,
    pointOf: (names) => (names.includes('bars') ? stopped : now),
    inOneState: (read) => read(),
    check: () => {},
  }
  const data = (path: string, reads?: Reads<unknown>) =>
    plainRoute(path, (_, reply) => reply(200, 1), reads === undefined ? {} : { reads })
  const { url } = await startTestServer(
    t,
    [
      data('/of-bars', { pools: true, bars: { pool: () => 1 } }),
      data('/of-pools', { pools: true }),
      data('/of-the-ledger', { ledger: true }),
      data('/of-no-model'),
    ],
    { models },
  )
  const expected = {
    '/of-bars': stopped,
    '/of-pools': now,
    '/of-the-ledger': now,
    '/of-no-model': now,
  }
  for (const [path, point] of Object.entries(expected)) {
    const { headers } = await fetch(url + path)
    assert.deepEqual(
      [headers.get('X-Indexed-Slot'), headers.get('X-Indexed-Block')],
      [`${point?.slot}`, point?.id],
      path,
    )
  }
})

test('a client that has the current version gets 304 without a body', async (t) => {
  const { url, port } = await startTestServer(t, sampleRoutes)
  const first = await checkResponse(url, config)
  const etag = first.headers.get('ETag') ?? ''
  for (const candidate of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const response = await raw(port, 'GET /config.json', { headers: { 'If-None-Match': candidate } })
    assert.equal(response.status, 304, candidate)
    assert.equal(response.body, '')
    assert.equal(response.headers.etag, etag)
    assert.equal(response.headers['cache-control'], 'public, max-age=60')
    assert.ok(!('content-length' in response.headers || 'content-type' in response.headers))
  }
  const other = await raw(port, 'GET /config.json', { headers: { 'If-None-Match': '"other"' } })
  assert.deepEqual({ status: other.status, body: other.body }, { status: 200, body: '{"version":2}' })
})

test('If-None-Match of anything is not current where there is nothing', async (t) => {
  const missing = plainRoute(
    '/missing',
    () => {
      throw new ApiError('NOT_FOUND', 'There is none')
    },
    { state: () => 'state' },
  )
  const { port } = await startTestServer(t, [missing])
  for (const candidate of ['*', ' * ', '"other"']) {
    const { status } = await raw(port, 'GET /missing', { headers: { 'If-None-Match': candidate } })
    assert.equal(status, 404, candidate)
  }
})

test('a header a handler sets cannot begin another', async (t) => {
  const { url } = await startTestServer(t, sampleRoutes)
  const { headers } = await checkResponse(url, config)
  assert.equal(headers.get('X-Note'), 'one two')
})

test('Content-Type is demanded where the route says so, and nowhere else', async (t) => {
  const { port } = await startTestServer(t, sampleRoutes)
  const body = `["${POLICY}"]`
  const types = ['', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']
  for (const type of types) {
    const headers: Record<string, string> = type === '' ? {} : { 'Content-Type': type }
    const refused = await raw(port, 'POST /balance?asset=.', { headers, body })
    assert.equal(refused.status, 400)
    assert.deepEqual(JSON.parse(refused.body), invalid('Content-Type must be application/json'))
    assert.equal((await raw(port, 'POST /order', { headers, body: '{"amount":"1"}' })).status, 200)
  }
  for (const type of ['application/json', 'Application/JSON ; charset=utf-8']) {
    const response = await raw(port, 'POST /balance?asset=.', { headers: { 'Content-Type': type }, body })
    assert.deepEqual({ status: response.status, body: response.body }, { status: 200, body: 'null' })
  }
})

test('two routes with one method and path are refused', async (t) => {
  await assert.rejects(startTestServer(t, [config, config]), new TypeError('two routes are GET /config.json'))
})

test('the checker of answers does not let through what a route does not describe', async (t) => {
  const server = await startTestServer(t, sampleRoutes)
  const described = config.responses[200] ?? assert.fail()
  const { version } = described.schema.properties
  const other = (schema: typeof described.schema) => ({
    ...config,
    responses: { 200: { ...described, schema } },
  })
  const wrong = [
    other(Type.Object({ version: Type.String() })),
    other(Type.Object({})),
    other(Type.Object({ version, more: Type.String() })),
    { ...bars, errors: [] },
  ]
  for (const route of wrong) await assert.rejects(checkResponse(server.url, route), assert.AssertionError)
  await assert.doesNotReject(checkResponse(server.url, config))
})
