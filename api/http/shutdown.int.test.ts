import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { pino } from 'pino'
import { StartupError } from '../../schema/errors.ts'
import { deferred } from '../../tests/kit/deferred.ts'
import { listen } from '../../tests/kit/listen.ts'
import { json, KIB } from './route/body.ts'
import { route } from './route/route.ts'
import { startServer } from './server.ts'
import { checkResponse } from './testing/check-response.ts'
import { openSocket, readUntil, requestText } from './testing/raw-http.ts'
import { config } from './testing/sample-routes.ts'
import { startTestServer } from './testing/test-server.ts'

const log = pino({ level: 'silent' })

const slowRoute = (work: Promise<unknown>, started: () => void) =>
  route({
    path: '/slow',
    operationId: 'work',
    summary: 'Works',
    body: json(Type.Object({}), { limit: KIB }),
    responses: { 200: { schema: Type.Object({ done: Type.Boolean() }), description: 'Done.' } },
    rate: 'none',
    handle: async (_, reply) => {
      started()
      await work
      return reply(200, { done: true })
    },
  })

const startFails = async (host: string, port: number): Promise<string> => {
  const error = await startServer({ routes: [], host, port, log }).then(
    () => assert.fail('it started'),
    (failure: unknown) => failure,
  )
  assert.ok(error instanceof StartupError)
  return error.message
}

test('a port in use is refused in one line, whoever uses it', async (t) => {
  // A port that the kernel chose is never shared.
  const { port, close } = await startServer({ routes: [], host: '127.0.0.1', port: 0, log })
  await close()
  const first = await startTestServer(t, [config], { port })
  const inUse = (port: number) =>
    `port ${port} on 127.0.0.1 is in use: stop the program that listens there, or set PORT to another`
  assert.equal(await startFails('127.0.0.1', first.port), inUse(first.port))
  const taken = await listen(t, createServer())
  assert.equal(await startFails('127.0.0.1', taken), inUse(taken))
  await checkResponse(first.url, config)
})

test('an address of another machine is refused in one line', async () => {
  assert.equal(
    await startFails('192.0.2.1', 0),
    'cannot listen on 192.0.2.1:0 (EADDRNOTAVAIL): set HOST to an address of this machine',
  )
})

test('a port is free again once its server has closed', async () => {
  const first = await startServer({ routes: [config], host: '127.0.0.1', port: 0, log })
  await first.close()
  const second = await startServer({ routes: [config], host: '127.0.0.1', port: first.port, log })
  assert.equal(second.port, first.port)
  await checkResponse(`http://127.0.0.1:${second.port}`, config)
  await second.close()
})

test('a request in flight gets its answer while new connections are refused', async (t) => {
  const work = deferred()
  const started = deferred()
  const slow = slowRoute(work.promise, started.resolve)
  const server = await startTestServer(t, [slow, config])
  const response = checkResponse(server.url, slow, { body: {} })
  await started.promise
  const closing = server.close()
  assert.equal(server.close(), closing)
  await assert.rejects(openSocket(server.port), { code: 'ECONNREFUSED' })
  work.resolve()
  const { status, body, headers } = await response
  assert.deepEqual({ status, body }, { status: 200, body: { done: true } })
  assert.equal(headers.get('Connection'), 'close')
  await closing
  assert.deepEqual(
    server.logged.filter(({ level }) => Number(level) > 20),
    [],
  )
})

test('the next answer on an open connection asks to close it', async (t) => {
  const work = deferred()
  const started = deferred()
  const server = await startTestServer(t, [slowRoute(work.promise, started.resolve), config])
  const idle = await openSocket(server.port)
  const busy = await openSocket(server.port)
  busy.write(requestText('POST /slow', { body: '{}' }))
  await started.promise
  const closing = server.close()
  idle.write(requestText('HEAD /config.json'))
  assert.match(await readUntil(idle, '\r\n\r\n'), /\r\nConnection: close\r\n/i)
  idle.write(requestText('GET /config.json'))
  assert.match(await readUntil(idle, '}'), /\r\nConnection: close\r\n/i)
  await once(idle, 'close')
  work.resolve()
  await closing
})

test('what takes longer than the grace is cut off, and the log says so', async (t) => {
  const started = deferred()
  const slow = slowRoute(new Promise(() => {}), started.resolve)
  const server = await startTestServer(t, [slow])
  const response = checkResponse(server.url, slow, { body: {} })
  await started.promise
  await Promise.all([assert.rejects(response, TypeError), server.close(20)])
  const [line] = server.logged.filter(({ level }) => level === 40)
  assert.deepEqual(
    [line?.requests, line?.msg],
    [1, 'shutdown: open requests exceeded the grace period and were aborted'],
  )
})

test('idle connections do not keep a closed server', async (t) => {
  const server = await startTestServer(t, [config])
  const socket = await openSocket(server.port)
  socket.resume()
  await Promise.all([once(socket, 'close'), server.close()])
})
