import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../schema/errors.ts'
import { CallThread } from '../../schema/platform/call-thread.ts'
import { deferred } from '../../tests/kit/deferred.ts'
import { json, KIB } from './route/body.ts'
import { Prepared, type Reply } from './route/reply.ts'
import { route } from './route/route.ts'
import { checkResponse } from './testing/check-response.ts'
import { plainRoute } from './testing/plain-route.ts'
import { exchangeRaw, openSocket, parseResponses, readUntil, requestText } from './testing/raw-http.ts'
import { config, order, sampleRoutes } from './testing/sample-routes.ts'
import { startTestServer } from './testing/test-server.ts'

const LAST = { Connection: 'close' }
const MAX_BODY_BYTES = 128 * KIB

const measure = route({
  path: '/measure',
  operationId: 'measure',
  summary: 'The length of a text',
  body: json(Type.Object({ text: Type.String() }), { limit: MAX_BODY_BYTES }),
  responses: { 200: { schema: Type.Object({ length: Type.Integer() }), description: 'It.' } },
  rate: 'none',
  handle: ({ body }, reply) => reply(200, { length: body.text.length }),
})

/** The response waits until the test releases it. */
const gated = () => {
  const gate = deferred<unknown>()
  const started = deferred()
  const slow = plainRoute('/slow', async (_, reply): Promise<Reply> => {
    started.resolve()
    return reply(200, await gate.promise)
  })
  return { slow, open: gate.resolve, hasStarted: started.promise }
}

test('the calls of threads of a request have one age, after which it is answered with 503', async (t) => {
  const overdue = () => new ApiError('SERVICE_UNAVAILABLE', 'It took too long', { 'Retry-After': '10' })
  const thread = new CallThread({
    name: 'the callee',
    module: new URL('../../schema/platform/testing/odd-calls.ts', import.meta.url),
    data: {},
    atOnce: 1,
    maxWaiting: 3,
    deadline: 200,
    maxAge: 400,
    full: () => assert.fail('too many calls'),
    overdue,
  })
  t.after(() => thread.close())
  const twice = plainRoute('/twice', async (_, reply): Promise<Reply> => {
    await assert.rejects(thread.run('wait'))
    return reply(200, await thread.run({ bytes: Uint8Array.of(1) }))
  })
  const { url } = await startTestServer(t, [twice])
  const { status, headers } = await fetch(`${url}/twice`)
  assert.deepEqual([status, headers.get('retry-after')], [503, '10'])
})

test('a body that comes in pieces is put together, with and without its length', async (t) => {
  const { port } = await startTestServer(t, [measure])
  const body = JSON.stringify({ text: 'é'.repeat(1_000) })
  const declared = await openSocket(port)
  const bytes = Buffer.from(requestText('POST /measure', { headers: LAST, body }))
  for (let at = 0; at < bytes.length; at += 333) {
    declared.write(bytes.subarray(at, at + 333))
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.match(await readUntil(declared, '}'), /^HTTP\/1.1 200 OK\r\n.*\{"length":1000\}$/s)
  const chunked = await exchangeRaw(
    port,
    `${requestText('POST /measure', { headers: { ...LAST, 'Transfer-Encoding': 'chunked' } })}7\r\n{"text"\r\n6\r\n:"abc"\r\n1\r\n}\r\n0\r\n\r\n`,
  )
  assert.match(chunked, /\{"length":3\}$/)
})

test('the largest body is taken, one byte more is 413 whatever the client declares', async (t) => {
  const { url } = await startTestServer(t, [measure])
  const largest = { text: 'a'.repeat(MAX_BODY_BYTES - '{"text":""}'.length) }
  const taken = await checkResponse(url, measure, { body: largest })
  assert.deepEqual(taken.body, { length: largest.text.length })
  const refused = await checkResponse(url, measure, { body: { text: `${largest.text}a` } })
  assert.deepEqual(refused, {
    ...refused,
    status: 413,
    body: { cause: 'PAYLOAD_TOO_LARGE', message: 'The body must be at most 131072 bytes' },
  })
})

test('a refused body is read until its client has the whole answer, then the connection ends', async (t) => {
  const { port } = await startTestServer(t, [measure, config])
  const [size, piece] = [11 * 1024 * KIB, 'a'.repeat(0x10000)]
  const pieces = size / piece.length
  const chunk = `10000\r\n${piece}\r\n`
  const bodies = [
    [{ 'Content-Length': `${size}` }, piece],
    [{ 'Content-Length': `${size}`, 'Content-Type': 'text/plain' }, piece],
    [{ 'Transfer-Encoding': 'chunked' }, chunk],
  ] as const
  for (const [headers, sent] of bodies)
    for (let round = 0; round < 5; round++) {
      const socket = await openSocket(port)
      let failure: Error | undefined
      socket.on('error', (error) => {
        failure = error
      })
      socket.write(requestText('POST /measure', { headers }))
      const text = readUntil(socket, '}')
      for (let n = 0; n < pieces && failure === undefined; n++)
        if (!socket.write(sent)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
      assert.match(await text, /^HTTP\/1.1 (413|400) .*\r\nConnection: close\r\n/s)
      assert.equal(failure, undefined)
      socket.destroy()
    }
  await checkResponse(`http://127.0.0.1:${port}`, config)
})

test('a body that stops, or never begins, is answered with 408', async (t) => {
  const { port } = await startTestServer(t, [measure])
  const texts = await Promise.all(
    ['', '{"text'].map((begun) =>
      exchangeRaw(port, requestText('POST /measure', { headers: { 'Content-Length': '100' } }) + begun),
    ),
  )
  for (const text of texts)
    assert.match(
      text,
      /^HTTP\/1.1 408 Request Timeout\r\n.*\r\nConnection: close\r\n.*"REQUEST_TIMEOUT".* within 60 s, without a pause of 7 s"/s,
    )
})

test('pipelined requests are answered in order', async (t) => {
  const { port } = await startTestServer(t, [...sampleRoutes, measure])
  // So few requests that none waits for a later turn, even on a busy machine.
  const responsesTo = async (...requests: readonly string[]) =>
    parseResponses(await exchangeRaw(port, requests.join(''))).map(({ status, body }) => [
      status,
      body.slice(0, 20),
    ])
  assert.deepEqual(
    await responsesTo(
      requestText('GET /v1/bars?asset=.&resolution=min1'),
      requestText('POST /measure', { body: '{"text":"abc"}' }),
      requestText('POST /measure', { body: '{' }),
      requestText('GET /config.json', { headers: LAST }),
    ),
    [
      [200, '[{"time":100,"close"'],
      [200, '{"length":3}'],
      [400, '{"cause":"INVALID_PA'],
      [200, '{"version":2}'],
    ],
  )
  assert.deepEqual(
    await responsesTo(
      requestText('GET /nope'),
      requestText('OPTIONS /order'),
      requestText('GET /config.json', { headers: { 'If-None-Match': '*' } }),
      requestText('GET /config.json', { headers: LAST }),
    ),
    [
      [404, '{"cause":"NOT_FOUND"'],
      [204, ''],
      [304, ''],
      [200, '{"version":2}'],
    ],
  )
})

test('a request behind one that is still worked on ends the connection, not the server', async (t) => {
  const { slow, open } = gated()
  const { url, port } = await startTestServer(t, [slow, config])
  assert.equal(await exchangeRaw(port, requestText('GET /slow') + requestText('GET /config.json')), '')
  open({})
  await checkResponse(url, config)
})

test('many answers at once each keep their own id and body', async (t) => {
  const { url } = await startTestServer(t, [order, measure])
  const all = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const id = `request-${index}`
      const headers = index % 2 === 0 ? { 'X-Request-ID': id } : {}
      const response = await checkResponse(url, order, { body: { amount: `${index + 1}` }, headers })
      assert.deepEqual(response.body, { amount: `${index + 1}`, note: 'none' })
      if (index % 2 === 0) assert.equal(response.headers.get('X-Request-ID'), id)
      return response.headers.get('X-Request-ID')
    }),
  )
  assert.equal(new Set(all).size, 200)
})

test('a client that leaves in the middle of its body is forgotten', async (t) => {
  const server = await startTestServer(t, [measure, config])
  const socket = await openSocket(server.port)
  socket.write(requestText('POST /measure', { headers: { 'Content-Length': '100' } }))
  socket.write('{"text"')
  await checkResponse(server.url, config)
  socket.destroy()
  await checkResponse(server.url, config)
  await server.close()
  assert.deepEqual(
    server.logged.filter(({ level }) => Number(level) > 20),
    [],
  )
})

test('a client that leaves before the answer is not written to, and its handler is waited for', async (t) => {
  for (const fails of [false, true]) {
    const { slow, open, hasStarted } = gated()
    const server = await startTestServer(t, [slow, config])
    const socket = await openSocket(server.port)
    socket.write(requestText('GET /slow', { headers: { 'X-Request-ID': 'gone' } }))
    await hasStarted
    socket.destroy()
    await checkResponse(server.url, config)
    let closed = false
    const closing = server.close().then(() => {
      closed = true
    })
    await new Promise((resolve) => setTimeout(resolve, 150))
    assert.equal(closed, false)
    open(fails ? Promise.reject(new Error('too late')) : {})
    await closing
    const lines = server.logged.filter(({ level }) => Number(level) > 20)
    assert.deepEqual(
      lines.map(({ requestId, msg }) => ({ requestId, msg })),
      fails ? [{ requestId: 'gone', msg: 'a request failed' }] : [],
    )
  }
})

test('a large answer reaches a client that reads slowly', async (t) => {
  const body = Buffer.alloc(8 * 1024 * 1024, 'x')
  const large = plainRoute('/large', (_, reply) => reply(200, new Prepared(body)))
  const { port } = await startTestServer(t, [large])
  const socket = await openSocket(port)
  socket.write(requestText('GET /large'))
  let received = 0
  for (let head = true; received < body.length; head = false) {
    const [chunk] = await once(socket, 'data')
    const bytes = Buffer.from(chunk)
    received += head ? bytes.length - bytes.indexOf('\r\n\r\n') - 4 : bytes.length
    socket.pause()
    await new Promise((resolve) => setImmediate(resolve))
    socket.resume()
  }
  assert.equal(received, body.length)
  socket.destroy()
})
