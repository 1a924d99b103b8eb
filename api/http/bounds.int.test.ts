// What a hostile client may cost: the memory and the time that one connection, or many, can take.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Prepared } from './reply.ts'
import { plainRoute } from './testing/plain-route.ts'
import { exchangeRaw, openSocket, parseResponses, readUntil, requestText } from './testing/raw-http.ts'
import { config, lookup } from './testing/sample-routes.ts'
import { startTestServer } from './testing/test-server.ts'

const LAST = { Connection: 'close' }
test('a connection that asks and never reads is not worked for beyond what its socket takes', async (t) => {
  const body = Buffer.alloc(64 * 1024, '1')
  let handled = 0
  const large = plainRoute('/large', (_, reply) => {
    handled += 1
    return reply(200, new Prepared(body))
  })
  const { port } = await startTestServer(t, [large])
  const socket = await openSocket(port)
  socket.pause()
  const closed = once(socket, 'close').catch(() => {})
  for (let packet = 0; packet < 20; packet += 1) {
    socket.write(requestText('GET /large').repeat(100))
    await sleep(5)
  }
  socket.destroy()
  await closed
  assert.ok(handled * body.length < 32 * 1024 * 1024, `${handled} answers of 2,000 were made`)
})

test('one turn of the event loop answers so much and no more, however much is asked at once', async (t) => {
  const BUSY_MS = 0.5
  let turn = 0
  let ended = false
  const perTurn = new Map<number, number>()
  const busy = plainRoute('/busy', (_, reply) => {
    perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1)
    for (const end = performance.now() + BUSY_MS; performance.now() < end; );
    return reply(200, 1)
  })
  const { port } = await startTestServer(t, [busy])
  const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(port)))
  const count = () => {
    turn += 1
    if (!ended) setImmediate(count)
  }
  for (const socket of sockets) socket.on('error', () => {}).write(requestText('GET /busy').repeat(200))
  count()
  await sleep(300)
  ended = true
  for (const socket of sockets) socket.destroy()
  const most = Math.max(...perTurn.values())
  assert.ok(most <= 50, `${most} requests were answered in one turn`)
})

test('HEAD of a path nothing is served at has no body', async (t) => {
  const { port } = await startTestServer(t, [config])
  const text = await exchangeRaw(
    port,
    requestText('HEAD /nope') + requestText('GET /config.json', { headers: LAST }),
  )
  assert.match(text, /^HTTP\/1.1 404 Not Found\r\n[^{]*\r\n\r\nHTTP\/1.1 200 OK\r\n/)
})

test('a POST of no bytes is answered wherever its packets are cut', async (t) => {
  const { port } = await startTestServer(t, [lookup])
  const text = requestText('POST /v1/lookup', { headers: { 'Content-Length': '0', ...LAST } })
  for (let cut = 1; cut < text.length; cut += 1) {
    const socket = await openSocket(port)
    socket.setNoDelay()
    const answer = Promise.race([readUntil(socket, '}'), sleep(500, 'nothing', { ref: false })])
    socket.write(text.slice(0, cut))
    await new Promise((resolve) => setImmediate(resolve))
    await sleep(1)
    socket.write(text.slice(cut))
    assert.match(await answer, /\{"body":false\}$/, `cut at ${cut}`)
    socket.destroy()
  }
})

test('models that cannot be read are an error answer of what reads them, and of nothing else', async (t) => {
  const models = {
    look: () => {
      throw new Error('disk I/O error')
    },
    check: () => {},
  }
  const data = plainRoute('/data', (_, reply) => reply(200, 1), { readsModels: true })
  const { port, logged } = await startTestServer(t, [config, data], { models })
  const text = await exchangeRaw(
    port,
    requestText('GET /config.json') + requestText('GET /nope') + requestText('GET /data', { headers: LAST }),
  )
  const answers = parseResponses(text)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 503],
  )
  assert.equal(answers[2]?.headers['retry-after'], '5')
  assert.match(JSON.stringify(logged), /disk I\/O error/)
})
