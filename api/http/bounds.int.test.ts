// Limits of memory and time that a hostile client can use, with one connection or many.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { TEST_TIMEOUT_MS } from '../../tests/kit/test-timeout.ts'
import { until } from '../../tests/kit/until.ts'
import { bytes, KIB, MIB } from './route/body.ts'
import { readTrustedProxies } from './route/client-address.ts'
import { UNCHANGED } from './route/reads.ts'
import { Prepared } from './route/reply.ts'
import { route } from './route/route.ts'
import type { ModelsView } from './route/service.ts'
import { plainRoute } from './testing/plain-route.ts'
import {
  exchangeRaw,
  openSocket,
  parseResponses,
  readUntil,
  readUntilClosed,
  requestText,
} from './testing/raw-http.ts'
import { config, lookup } from './testing/sample-routes.ts'
import { startTestServer } from './testing/test-server.ts'

const LAST = { Connection: 'close' }
const BYTES = { 'Content-Type': 'application/octet-stream' }

const plainUpload = (
  path: string,
  limit: number,
  responseTo = async (body: Buffer): Promise<number> => body.length,
) =>
  route({
    path,
    operationId: 'upload',
    summary: 'Upload',
    body: { ...bytes({ limit, mediaType: 'application/octet-stream' }), requiresType: false },
    responses: { 200: { schema: Type.Integer(), description: 'How much it was.' } },
    rate: 'none',
    handle: async ({ body }, reply) => reply(200, await responseTo(body)),
  })
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
  // The server ends the connection if more requests follow one that waits for the next turn of the event loop.
  const closed = sockets.map((socket) => once(socket.resume(), 'close').catch(() => {}))
  for (const socket of sockets) socket.on('error', () => {}).write(requestText('GET /busy').repeat(200))
  count()
  await Promise.all(closed)
  ended = true
  const most = Math.max(...perTurn.values())
  assert.ok(most <= 50, `${most} requests were answered in one turn`)
})

test('requests of a slow route that wait do not hold up those of another route', async (t) => {
  const SLOW_MS = 2
  const ASKED = 60
  let slow = 0
  let before: number | undefined
  const routes = [
    plainRoute('/slow', (_, reply) => {
      slow += 1
      for (const end = performance.now() + SLOW_MS; performance.now() < end; );
      return reply(200, 1)
    }),
    plainRoute('/quick', (_, reply) => {
      before = slow
      return reply(200, 1)
    }),
  ]
  const { port } = await startTestServer(t, routes)
  const sockets = await Promise.all(Array.from({ length: ASKED }, () => openSocket(port)))
  const other = await openSocket(port)
  t.after(() => {
    for (const socket of [...sockets, other]) socket.destroy()
  })
  for (const socket of sockets) socket.on('error', () => {}).write(requestText('GET /slow'))
  while (slow === 0) await new Promise((resolve) => setImmediate(resolve))
  const received = readUntil(other, '1')
  other.write(requestText('GET /quick'))
  await received
  assert.ok(before !== undefined && before < ASKED / 2, `${before} of ${ASKED} were answered before it`)
})

test('a POST of no bytes is answered wherever its packets are cut', async (t) => {
  const { port } = await startTestServer(t, [lookup])
  const text = requestText('POST /v1/lookup', { headers: { 'Content-Length': '0', ...LAST } })
  for (let cut = 1; cut < text.length; cut += 1) {
    const socket = await openSocket(port)
    socket.setNoDelay()
    const response = Promise.race([readUntil(socket, '}'), sleep(TEST_TIMEOUT_MS, 'nothing', { ref: false })])
    socket.write(text.slice(0, cut))
    await new Promise((resolve) => setImmediate(resolve))
    await sleep(1)
    socket.write(text.slice(cut))
    assert.match(await response, /\{"body":false\}$/, `cut at ${cut}`)
    socket.destroy()
  }
})

test('models that cannot be read are an error answer of what reads them, and of nothing else', async (t) => {
  const models: ModelsView = {
    refresh: () => {
      throw new Error('disk I/O error')
    },
    versions: UNCHANGED,
    pointOf: () => undefined,
    inOneState: (read) => read(),
    check: () => {},
  }
  const data = plainRoute('/data', (_, reply) => reply(200, 1), { reads: {} })
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

test('uploads have one budget: past it they are 503 until others have ended', async (t) => {
  const upload = plainUpload('/upload', 100 * KIB)
  const { url, port } = await startTestServer(t, [upload], { uploadBytes: 100 * KIB })
  const head = requestText('POST /upload', { headers: { 'Content-Length': `${50 * KIB}` } })
  const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(port)))
  const refused: string[] = []
  for (const socket of sockets) {
    socket.write(head)
    socket.write(Buffer.alloc(40 * KIB, 'x'))
    // Accepted requests never end here.
    readUntil(socket, '}').then(
      (text) => refused.push(text),
      () => {},
    )
  }
  await until('eight refusals', () => refused.length >= 8)
  for (const text of refused)
    assert.match(text, /^HTTP\/1.1 503 .*\r\nRetry-After: 2\r\n.*"cause":"SERVICE_UNAVAILABLE"/s)
  for (const socket of sockets) socket.destroy()
  const body = Buffer.alloc(90 * KIB, 'x')
  const taken = async () => (await fetch(`${url}/upload`, { method: 'POST', body, headers: BYTES })).status
  await until('room for an upload', async () => (await taken()) !== 503)
  assert.equal(await taken(), 200)
  assert.equal(refused.length, 8)
})

test('many large uploads at once come whole, though some of their clients leave', async (t) => {
  const digest = (body: Buffer): number => createHash('sha256').update(body).digest().readUInt32BE()
  const upload = plainUpload('/upload', 3 * MIB, async (body) => {
    await sleep(1)
    return digest(body)
  })
  const { url, port } = await startTestServer(t, [upload])
  const leaving = await Promise.all(Array.from({ length: 8 }, () => openSocket(port)))
  for (const socket of leaving) {
    socket.write(requestText('POST /upload', { headers: { 'Content-Length': `${3 * MIB}` } }))
    socket.write(Buffer.alloc(2 * MIB, 'x'))
  }
  const bodies = Array.from({ length: 12 }, (_, n) => Buffer.alloc(3 * MIB - n, `${n}`))
  const answers = bodies.map(async (body, n) => {
    if (n < leaving.length) leaving[n]?.destroy()
    return (await fetch(`${url}/upload`, { method: 'POST', body, headers: BYTES })).json()
  })
  assert.deepEqual(await Promise.all(answers), bodies.map(digest))
})

test('answers nobody reads have one limit: whoever has not read longest is cut off', async (t) => {
  const size = 16 * MIB
  const body = Buffer.alloc(size, '1')
  const large = plainRoute('/large', (_, reply) => reply(200, new Prepared(body)))
  const { url, port } = await startTestServer(t, [large], { unsentBytes: 20 * MIB })
  const sockets = []
  let cut = 0
  for (let n = 0; n < 6; n += 1) {
    const socket = await openSocket(port)
    socket
      .on('error', () => {})
      .on('close', () => {
        cut += 1
      })
    socket.pause()
    socket.write(requestText('GET /large'))
    sockets.push(socket)
    await sleep(20)
  }
  const read = await (await fetch(`${url}/large`)).arrayBuffer()
  assert.equal(read.byteLength, size)
  // A closed socket reports its end only when it is read.
  for (const socket of sockets) socket.resume()
  await until('the end of four connections', () => cut >= 4)
  for (const socket of sockets) socket.destroy()
})

test('an answer without a body may be the last of its connection, and is whole', async (t) => {
  const { port } = await startTestServer(t, [config], { random: () => 0 })
  const seen = async (text: string) => {
    const socket = await openSocket(port)
    const response = await readUntilClosed(socket, text)
    const [{ status, headers, body } = assert.fail()] = parseResponses(response, true)
    return { status, length: headers['content-length'], connection: headers.connection, body }
  }
  const last = { connection: 'close', body: '' }
  assert.deepEqual(await seen(requestText('HEAD /config.json')), { status: 200, length: '13', ...last })
  assert.deepEqual(await seen(requestText('OPTIONS /config.json')), {
    status: 204,
    length: undefined,
    ...last,
  })
  const current = requestText('GET /config.json', { headers: { 'If-None-Match': '*' } })
  assert.deepEqual(await seen(current), { status: 304, length: undefined, ...last })
})

test('each client has its rate, counted by the address that a trusted proxy names', async (t) => {
  const limited = plainRoute('/limited', ({ client }, reply) => reply(200, client.address), { rate: 'read' })
  const none = { build: undefined, launch: undefined, picture: undefined }
  const rateLimits = { read: { perMinute: 6, burst: 2 }, ...none }
  const trustedProxies = readTrustedProxies('127.0.0.0/8')
  const direct = await startTestServer(t, [limited], { rateLimits })
  const proxied = await startTestServer(t, [limited], { rateLimits, trustedProxies })
  const ask = async (url: string, forwarded?: string) => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
    const response = await fetch(`${url}/limited`, { headers })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
  for (let n = 0; n < 5; n += 1) {
    // Without a trusted proxy the header has no effect. Clients on this machine have no limit.
    assert.equal((await ask(direct.url, '192.0.2.1')).body, '"127.0.0.1"')
    assert.equal((await ask(proxied.url)).status, 200)
  }
  assert.deepEqual(
    [direct, proxied].map(({ logged }) => logged.flatMap(({ level, msg }) => (level === 40 ? [msg] : []))),
    [
      [
        'requests come through a proxy at 127.0.0.1 that TRUST_PROXY does not name, so its clients have no limits: set TRUST_PROXY=127.0.0.1',
      ],
      [],
    ],
  )
  assert.equal((await ask(proxied.url, '198.51.100.7, 192.0.2.1')).body, '"192.0.2.1"')
  assert.equal((await ask(proxied.url, '198.51.100.8, 192.0.2.1')).status, 200)
  const refused = await ask(proxied.url, '198.51.100.9, 192.0.2.1')
  assert.deepEqual([refused.status, JSON.parse(refused.body).cause], [429, 'RATE_LIMITED'])
  const of = (name: string) => Number(refused.headers.get(name))
  assert.deepEqual([of('X-RateLimit-Limit'), of('X-RateLimit-Remaining')], [2, 0])
  assert.ok(of('Retry-After') >= 1 && of('Retry-After') <= 10)
  assert.ok(of('X-RateLimit-Reset') > 10 && of('X-RateLimit-Reset') <= 20)
  assert.equal((await ask(proxied.url, '192.0.2.2')).status, 200)
  // A proxy may add a header line below the client's.
  const lines = 'X-Forwarded-For: 127.0.0.1\r\nX-Forwarded-For: 192.0.2.3\r\nConnection: close\r\n'
  const text = `GET /limited HTTP/1.1\r\nHost: test\r\n${lines}\r\n`
  assert.match(await exchangeRaw(proxied.port, text), /"192\.0\.2\.3"$/)
  // A proxy's connection has other clients' requests too, so it stays open after a refusal.
  const from = (client: string, more = {}) =>
    requestText('GET /limited', { headers: { 'X-Forwarded-For': client, ...more } })
  const socket = await openSocket(proxied.port)
  socket.write(from('192.0.2.1'))
  assert.match(await readUntil(socket, '}'), /^HTTP\/1.1 429 /)
  assert.match(await readUntilClosed(socket, from('192.0.2.4', LAST)), /^HTTP\/1.1 200 OK\r\n/)
})
