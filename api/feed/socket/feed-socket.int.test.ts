// The feed over real sockets: what the library does to frames, bytes and connections, which no pure test can say.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import WebSocket from 'ws'
import { TOPICS } from '../../../schema/feed.ts'
import { readTrustedProxies } from '../../http/client-address.ts'
import { startTestServer } from '../../http/testing/test-server.ts'
import { FEED_LIMITS, type FeedLimits, feedSockets } from './feed-socket.ts'
import { Hub } from './hub.ts'
import { Session } from './session.ts'

const TOKEN = `${'ab'.repeat(28)}.00`

const start = async (t: TestContext, limits: Partial<FeedLimits> = {}, proxies?: string) => {
  const hub = new Hub(0)
  const feed = feedSockets({
    hub,
    network: 'devnet',
    limits: { ...FEED_LIMITS, ...limits },
    log: pino({ level: 'silent' }),
    clock: Date.now,
  })
  const { port } = await startTestServer(t, [], {
    sockets: feed.routes,
    trustedProxies: readTrustedProxies(proxies),
  })
  const clients: WebSocket[] = []
  t.after(() => {
    for (const client of clients) client.terminate()
  })
  const open = async (path = '/ws', headers = {}) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
    clients.push(socket)
    const frames: string[] = []
    const pings: string[] = []
    // The heartbeat has a test of its own.
    socket.on('message', (data) => {
      if (isPing(String(data))) pings.push(String(data))
      else frames.push(String(data))
    })
    const closed = new Promise<{ readonly code: number; readonly reason: string }>((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
    })
    await once(socket, 'open')
    const until = async (count: number): Promise<string[]> => {
      while (frames.length < count) await new Promise((resolve) => setImmediate(resolve))
      return frames
    }
    const say = (message: unknown): void =>
      socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    return { socket, frames, pings, closed, until, say }
  }
  const settled = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return { hub, feed, port, open, settled }
}

const isPing = (frame: string): boolean => frame.includes('"event":"Ping"')

const subscribe = (topic: string, requestId: string, data?: unknown) => ({
  messageType: 'subscribe',
  clientId: 'c',
  requestId,
  topic,
  data,
})

test('both paths speak the protocol, and nothing is sent after the end of a subscription', async (t) => {
  const { hub, open } = await start(t)
  for (const path of ['/ws', '/websocket/ws']) {
    const { say, until, frames } = await open(path)
    say(subscribe('New', 'a'))
    await until(1)
    hub.publish({ topic: 'New', key: '', data: '1' }, 0)
    hub.flush()
    await until(2)
    say({ messageType: 'unsubscribe', clientId: 'c', requestId: 'a' })
    await until(3)
    hub.publish({ topic: 'New', key: '', data: '2' }, 0)
    hub.flush()
    say({ messageType: 'ping', clientId: 'c', requestId: 'b' })
    await until(4)
    assert.deepEqual(
      frames.map((frame) => JSON.parse(frame).event),
      ['SubscriptionSucceeded', 'MainPage', 'UnsubscriptionSucceeded', 'Pong'],
    )
  }
})

test('closed sockets leave nothing behind', async (t) => {
  const { hub, feed, open, settled } = await start(t)
  const some = await Promise.all(Array.from({ length: 20 }, () => open()))
  for (const { say, until } of some) {
    for (const topic of TOPICS) say(subscribe(topic, topic, { asset: TOKEN }))
    await until(TOPICS.length)
  }
  assert.equal(feed.connections.size, 20)
  assert.equal(hub.subscriptions.get('New'), 20)
  some.forEach(({ socket }, at) => {
    if (at % 2 === 0) socket.terminate()
    else socket.close()
  })
  await settled(() => feed.connections.size === 0)
  assert.deepEqual(
    [...hub.subscriptions.values()].filter((count) => count > 0),
    [],
  )
})

test('connections end with the code that says why', async (t) => {
  const { open } = await start(t, { messageBytes: 1_000 })
  const cases: readonly (readonly [(client: Awaited<ReturnType<typeof open>>) => void, number])[] = [
    [({ socket }) => socket.send(Buffer.from('{}')), 1003],
    [({ say }) => say('x'.repeat(1_001)), 1009],
    [({ say }) => Array.from({ length: 10 }, () => say('{')), 1008],
    [
      ({ say }) =>
        Array.from({ length: 70 }, () => say({ messageType: 'pong', clientId: 'c', requestId: '1' })),
      1008,
    ],
  ]
  for (const [provoke, code] of cases) {
    const client = await open()
    provoke(client)
    assert.equal((await client.closed).code, code)
  }
})

test('a client is asked whether it is there, and its connection ends when nothing is heard of it', async (t) => {
  const { open } = await start(t, { ping: 100, silence: 300 })
  // It answers control pings, as every client library does, and nothing else.
  const simple = await open()
  const silent = await open()
  silent.socket.pong = () => {}
  assert.deepEqual(await silent.closed, { code: 4008, reason: 'heartbeat timeout' })
  assert.ok(silent.pings.length > 0)
  const { data, ...rest } = JSON.parse(silent.pings[0] ?? '')
  assert.deepEqual(rest, { requestId: null, event: 'Ping', messageType: 'Request' })
  assert.ok(Math.abs(data.timestamp - Date.now()) < 60_000)
  assert.equal(simple.socket.readyState, WebSocket.OPEN)
})

/** A client that completes the handshake and then reads nothing. */
const openDeaf = async (port: number, subscription: object): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(
    'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(socket, 'data')
  socket.pause()
  const text = Buffer.from(JSON.stringify(subscription))
  assert.ok(text.length < 126)
  // A masked text frame; the mask is zero.
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
  return socket
}

test('a client that does not read is closed, and the others miss nothing', async (t) => {
  const { hub, feed, port, open, settled } = await start(t)
  const others = await Promise.all(Array.from({ length: 30 }, () => open()))
  for (const { say, until } of others) {
    say(subscribe('New', '1'))
    await until(1)
  }
  const deaf = await openDeaf(port, subscribe('New', '1'))
  t.after(() => deaf.destroy())
  await settled(() => hub.subscriptions.get('New') === 31)
  const filling = 'x'.repeat(20_000)
  let sent = 0
  while (hub.subscriptions.get('New') === 31) {
    hub.publish({ topic: 'New', key: '', data: JSON.stringify(`${sent++} ${filling}`) }, 0)
    hub.flush()
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const { until } of others) {
    const frames = await until(sent + 1)
    assert.deepEqual(
      frames.slice(1).map((frame) => Number(JSON.parse(frame).data.split(' ')[0])),
      Array.from({ length: sent }, (_, n) => n),
    )
  }
  // What it was sent before is still there to read, and then the close frame; or the socket is cut.
  deaf.resume()
  await once(deaf, 'close')
  await settled(() => feed.connections.size === 30)
})

test('an address has so many connections; clients on this machine have no limit', async (t) => {
  const { feed, open } = await start(t, { connections: 2 }, '127.0.0.1')
  const from = (address: string) => open('/ws', { 'X-Forwarded-For': address })
  await from('203.0.113.7')
  const second = await from('203.0.113.7')
  await assert.rejects(from('203.0.113.7'), /429/)
  await from('203.0.113.8')
  second.socket.close()
  while (feed.connections.of('203.0.113.7') === 2) await new Promise((resolve) => setImmediate(resolve))
  await from('203.0.113.7')
  for (let n = 0; n < 5; n++) await open()
})

test('all end with 1001 when the server does', async (t) => {
  const { feed, open } = await start(t)
  const clients = [await open(), await open()]
  feed.connections.close()
  for (const { closed } of clients) assert.equal((await closed).code, 1001)
})

const ids = fc.constantFrom('1', '2', '3', 'é"\\', 'x'.repeat(128), 'x'.repeat(129), '')
const topics = fc.constantFrom(...TOPICS, 'Trending', '__proto__', '')
const data = fc.oneof(
  fc.constantFrom(undefined, null, {}, { asset: TOKEN }, { asset: '.' }, { asset: TOKEN, pkhFilter: ['x'] }),
  fc.constantFrom({ pair: { base: TOKEN, quote: '.' }, interval: 'min1' }, { address: 'addr1x' }),
  fc.jsonValue({ maxDepth: 3 }),
)
const messages = fc.oneof(
  fc.record({
    messageType: fc.constantFrom('subscribe', 'unsubscribe', 'connect', 'ping', 'pong', 'other'),
    clientId: fc.constant('c'),
    requestId: ids,
    topic: topics,
    data,
  }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string(),
  fc.constant('['.repeat(5_000)),
)
const asText = (message: unknown): string =>
  typeof message === 'string' ? message : (JSON.stringify(message) ?? 'undefined')

/** What the server may say to any message. */
const REPLIES = new Set([
  'ConnectionSucceeded',
  'Pong',
  'SubscriptionSucceeded',
  'UnsubscriptionSucceeded',
  'Error',
])

test('any sequence of messages is answered as the protocol says, and leaves as many subscriptions as it made', async (t) => {
  const { hub, feed, open, settled } = await start(t, { messageBurst: 1_000, errorsPerMinute: 1_000 })
  const sequences = fc.asyncProperty(fc.array(messages, { maxLength: 12 }), async (said) => {
    const { socket, until, say, closed } = await open()
    // The same messages to a session of its own say what must come.
    const model = new Session('devnet', { ...FEED_LIMITS, messageBurst: 1_000, errorsPerMinute: 1_000 })
    const expected = said.flatMap((message) => {
      const { reply } = model.receive(asText(message), Date.now())
      return reply === undefined ? [] : [JSON.parse(reply)]
    })
    for (const message of said) say(asText(message))
    const frames = (await until(expected.length)).map((frame) => JSON.parse(frame))
    assert.deepEqual(
      frames.map(({ requestId, event, data: { timestamp: _, ...about } }) => ({ requestId, event, about })),
      expected.map(({ requestId, event, data: { timestamp: _, ...about } }) => ({ requestId, event, about })),
    )
    for (const { event } of frames) assert.ok(REPLIES.has(event))
    const open_ = [...hub.subscriptions.values()].reduce((sum, count) => sum + count, 0)
    assert.equal(open_, [...model.subscriptions].length)
    socket.close()
    await closed
    await settled(() => feed.connections.size === 0)
    assert.ok([...hub.subscriptions.values()].every((count) => count === 0))
  })
  await fc.assert(sequences, { numRuns: 200, ...(process.env.SEED && { seed: Number(process.env.SEED) }) })
})
