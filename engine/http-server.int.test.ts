// The HTTP server of an indexer, over sockets: points, ETags, compression, errors, and a shutdown that completes responses.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import { pino } from 'pino'
import { UNCHANGED } from '../api/http/route/reads.ts'
import { type Route, route } from '../api/http/route/route.ts'
import type { ModelsView } from '../api/http/route/service.ts'
import { ApiError, StartupError } from '../schema/errors.ts'
import { deferred } from '../tests/kit/deferred.ts'
import { startHttpServer } from './http-server.ts'

const POINT = { slot: 7, id: 'ab'.repeat(32) }
const LONG = 'row '.repeat(2_000)

const responses = { 200: { schema: Type.Unknown(), description: 'Rows.' } }
const named = { operationId: 'getRows', summary: 'Rows', responses } as const

const rows = route({
  ...named,
  path: '/rows',
  query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 9, default: 1 }) }),
  reads: { own: ['mine'] },
  handle: ({ query }, reply) => reply(200, { limit: query.limit, text: LONG }),
})

const plain = route({ ...named, path: '/plain', handle: (_, reply) => reply(200, { ok: true }) })

const faulty = route({
  ...named,
  path: '/faulty',
  handle: () => {
    throw new Error('out of cheese')
  },
})

const view = (changes: Partial<ModelsView> = {}): ModelsView => ({
  refresh: () => POINT,
  versions: UNCHANGED,
  pointOf: () => POINT,
  inOneState: (read) => read(),
  check: () => {},
  ...changes,
})

const serve = async (t: TestContext, routes: readonly Route[], models = view()) => {
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => logged.push(line) })
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, routes, models, log })
  t.after(() => server.close(0))
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
  return { server, ask, logged, log }
}

test('a response has its point and an ETag, by which it is asked for again, compressed or not', async (t) => {
  const { ask } = await serve(t, [rows])
  const first = await ask('/rows/?limit=3', { headers: { 'x-request-id': 'mine' } })
  assert.deepEqual(await first.json(), { limit: 3, text: LONG })
  const etag = first.headers.get('etag') ?? assert.fail()
  const of = (name: string) => first.headers.get(name)
  assert.deepEqual(
    ['x-request-id', 'x-indexed-slot', 'x-indexed-block', 'vary', 'cache-control', 'content-type'].map(of),
    ['mine', '7', POINT.id, 'Accept-Encoding', 'no-cache', 'application/json; charset=utf-8'],
  )
  assert.equal(of('access-control-allow-origin'), '*')
  const again = await ask('/rows?limit=3', { headers: { 'if-none-match': etag } })
  assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', etag])
  const head = await ask('/rows?limit=3', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '8021', ''])
  const encoded = await new Promise<Buffer>((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' }
    request(`${first.url}`, { headers }, async (response) => {
      assert.equal(response.headers['content-encoding'], 'br')
      resolve(Buffer.concat(await response.toArray()))
    })
      .once('error', reject)
      .end()
  })
  assert.deepEqual(JSON.parse(String(brotliDecompressSync(encoded))), { limit: 3, text: LONG })
})

test('what cannot be answered has a reason, and a bug has the id of its log line', async (t) => {
  const { ask, logged } = await serve(t, [plain, rows, faulty])
  const refusal = async (path: string, init?: RequestInit) => {
    const response = await ask(path, init)
    const { cause, message } = Object(await response.json())
    return [response.status, cause, message, response.headers.get('cache-control')]
  }
  assert.deepEqual(await refusal('/'), [
    404,
    'NOT_FOUND',
    'This path does not exist; GET /openapi.json lists all paths',
    'no-store',
  ])
  assert.deepEqual((await refusal('/plain', { method: 'POST', body: 'x' })).slice(0, 2), [
    405,
    'METHOD_NOT_ALLOWED',
  ])
  assert.deepEqual((await refusal('/rows?limit=10')).slice(0, 2), [400, 'INVALID_PARAMS'])
  assert.deepEqual((await refusal(`/plain?${'x'.repeat(9_000)}`)).slice(0, 2), [400, 'INVALID_PARAMS'])
  assert.deepEqual(logged, [])
  const failed = await ask('/faulty')
  assert.equal(failed.status, 500)
  assert.match(logged.join(''), new RegExp(`"requestId":"${failed.headers.get('x-request-id')}"`))
  assert.match(logged.join(''), /out of cheese/)
  const preflight = await ask('/plain', { method: 'OPTIONS' })
  assert.deepEqual(
    [preflight.status, preflight.headers.get('access-control-allow-methods')],
    [204, 'GET,POST,OPTIONS'],
  )
})

test('while the models cannot be read or are behind, only routes without them answer', async (t) => {
  const behind = view({
    check: () => {
      throw new ApiError('SERVICE_UNAVAILABLE', 'The rows are behind')
    },
  })
  const broken = view({
    refresh: () => {
      throw new Error('no file')
    },
  })
  for (const [models, message] of [
    [behind, 'The rows are behind'],
    [broken, 'The read models cannot be read, try again later'],
  ] as const) {
    const { ask } = await serve(t, [rows, plain], models)
    const response = await ask('/rows')
    assert.deepEqual([response.status, Object(await response.json()).message], [503, message])
    assert.equal((await ask('/plain')).status, 200)
  }
})

test('the end waits for a response, but not for longer than it may', async (t) => {
  let [begun, answered] = [deferred(), deferred()]
  const slow = route({
    ...named,
    path: '/slow',
    handle: async (_, reply) => {
      begun.resolve()
      await answered.promise
      return reply(200, { slow: true })
    },
  })
  const { ask, server } = await serve(t, [slow])
  const asked = ask('/slow')
  await begun.promise
  const closed = server.close()
  answered.resolve()
  assert.deepEqual(await (await asked).json(), { slow: true })
  await closed
  await assert.rejects(ask('/slow'))

  const other = await serve(t, [slow])
  ;[begun, answered] = [deferred(), deferred()]
  const cut = assert.rejects(other.ask('/slow'))
  await begun.promise
  await other.server.close(1)
  await cut
})

test('a port in use, and a route that it cannot serve, are told at the start', async (t) => {
  const { server, log } = await serve(t, [plain])
  const options = { host: '127.0.0.1', models: view(), log }
  await assert.rejects(startHttpServer({ ...options, port: server.port, routes: [plain] }), StartupError)
  const params = route({
    ...named,
    path: '/rows/{id}',
    params: Type.Object({ id: Type.String() }),
    handle: (_, reply) => reply(200, {}),
  })
  await assert.rejects(startHttpServer({ ...options, port: 0, routes: [params] }), TypeError)
})
