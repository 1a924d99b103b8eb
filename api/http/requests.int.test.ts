// Parts of a request other than query and body, as a handler receives them, and a WebSocket on the same server.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import WebSocket from 'ws'
import { deferred } from '../../tests/kit/deferred.ts'
import { KIB } from './route/body.ts'
import { Borrowed } from './route/reply.ts'
import { route } from './route/route.ts'
import { socketRoute } from './route/sockets.ts'
import { checkResponse } from './testing/check-response.ts'
import { plainRoute } from './testing/plain-route.ts'
import { openSocket, readUntil, requestText } from './testing/raw-http.ts'
import { config } from './testing/sample-routes.ts'
import { startTestServer } from './testing/test-server.ts'

const common = { cache: 'no-store', rate: 'none', summary: 'S' } as const

test('parameters of the path and the declared headers reach the handler', async (t) => {
  const echo = route({
    ...common,
    path: '/tokens/{token}/bars/{n}',
    operationId: 'echo',
    params: Type.Object({ n: Type.Integer({ maximum: 9 }), token: Type.String({ lowerCase: true }) }),
    headers: ['x-note'],
    responses: { 200: { schema: Type.Unknown(), description: 'It.' } },
    handle: ({ params, headers, client }, reply) =>
      reply(200, { ...params, ...headers, client: client.address }),
  })
  const fixed = plainRoute('/tokens/all/bars/1', (_, reply) => reply(200, 'fixed'))
  const { url } = await startTestServer(t, [echo, fixed])
  const call = { params: { token: 'A é/b', n: '7' }, headers: { 'X-Note': 'hello' } }
  const { body } = await checkResponse(url, echo, call)
  assert.deepEqual(body, { token: 'a é/b', n: 7, 'x-note': 'hello', client: '127.0.0.1' })
  assert.equal((await checkResponse(url, echo, { params: { token: 'a', n: '10' } })).status, 400)
  assert.equal((await checkResponse(url, fixed)).body, 'fixed')
})

test("the handler's signal is aborted when its client leaves", async (t) => {
  const started = deferred()
  const aborted = deferred()
  const wait = plainRoute('/wait', async ({ signal }, reply) => {
    signal.addEventListener('abort', () => aborted.resolve())
    started.resolve()
    await aborted.promise
    return reply(200, signal.aborted)
  })
  const { port } = await startTestServer(t, [wait])
  const socket = await openSocket(port)
  socket.write(requestText('GET /wait'))
  await started.promise
  socket.destroy()
  await aborted.promise
})

test('a WebSocket is served beside the routes, and a plain request there gets an error', async (t) => {
  const sockets = [
    socketRoute('/ws', {
      kind: 'echo',
      share: 1,
      userDataOf: () => ({}),
      behavior: () => ({
        maxPayloadLength: 100,
        message: (socket, message, isBinary) => {
          socket.send(message, isBinary)
        },
      }),
    }),
  ]
  const { url, port } = await startTestServer(t, [config], { sockets })
  const client = new WebSocket(`ws://127.0.0.1:${port}/ws`)
  await once(client, 'open')
  client.send('hello')
  const [message] = await once(client, 'message')
  assert.equal(String(message), 'hello')
  client.close()
  const plain = await fetch(`${url}/ws`)
  assert.deepEqual([plain.status, plain.headers.get('Upgrade')], [426, 'websocket'])
  assert.equal((await checkResponse(url, config)).status, 200)
})

test('a borrowed buffer may be overwritten for the next answer while this one is still sent', async (t) => {
  const size = 16 * 1024 * KIB
  const scratch = Buffer.alloc(size)
  let round = 0
  const large = plainRoute('/large', (_, reply) => {
    round += 1
    return reply(200, new Borrowed(scratch.fill(`${round}`)))
  })
  const { url, port } = await startTestServer(t, [large])
  const slow = await openSocket(port)
  slow.write(requestText('GET /large'))
  const first = await readUntil(slow, '\r\n\r\n1')
  slow.pause()
  assert.match(await (await fetch(`${url}/large`)).text(), /^2+$/)
  let received = first.length - first.indexOf('\r\n\r\n') - 4
  let isSame = true
  slow.on('data', (chunk) => {
    const bytes = Buffer.from(chunk)
    received += bytes.length
    isSame &&= bytes.equals(Buffer.alloc(bytes.length, '1'))
  })
  slow.resume()
  while (received < size) await once(slow, 'data')
  assert.deepEqual([received, isSame], [size, true])
  slow.destroy()
})
