// Tests the feed over real sockets. A pure test cannot show how the library handles frames, bytes and connections.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import WebSocket from 'ws'
import { CLOSE_CODES } from '../../../schema/responses/feed.ts'
import { TEST_TIMEOUT_MS } from '../../../tests/kit/test-timeout.ts'
import { until } from '../../../tests/kit/until.ts'
import { readTrustedProxies } from '../../http/route/client-address.ts'
import { startTestServer } from '../../http/testing/test-server.ts'
import { type ClientMessage, clientMessage, MESSAGE_BYTES } from '../testing/client-messages.ts'
import { maskedFrame, openRaw, unmaskedFrame } from '../testing/raw-client.ts'
import { FEED_LIMITS, type FeedLimits, feedSockets } from './feed-socket.ts'
import { dataRest, dataStart } from './frames.ts'
import { Hub } from './hub.ts'
import { Session } from './session.ts'

const start = async (
  t: TestContext,
  limits: Partial<FeedLimits> = {},
  proxies?: string,
  clock: () => number = Date.now,
) => {
  const hub = new Hub(0)
  const feed = feedSockets({
    hub,
    network: 'devnet',
    limits: { ...FEED_LIMITS, ...limits },
    log: pino({ level: 'silent' }),
    clock,
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
    // Another test covers the heartbeat.
    socket.on('message', (data) => {
      if (isPing(String(data))) pings.push(String(data))
      else frames.push(String(data))
    })
    const closed = new Promise<{ readonly code: number; readonly reason: string }>((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
    })
    await once(socket, 'open')
    const until = async (count: number): Promise<string[]> => {
      while (frames.length < count)
        await once(socket, 'message', { signal: AbortSignal.timeout(TEST_TIMEOUT_MS) })
      return frames
    }
    const say = (message: unknown): void =>
      socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    return { socket, frames, pings, closed, until, say }
  }
  const settled = (holds: () => boolean) => until(`${holds}`, holds)
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
  for (const path of ['/ws', '/websocket/ws', '/ws/', '/websocket/ws/']) {
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

test('a client is pinged, and its connection ends when it is silent', async (t) => {
  // A busy machine delays the client less than the silence limit.
  const { open } = await start(t, { ping: 200, silence: 2_000 })
  // The client replies to control pings, as every client library does, but not to Ping messages.
  const began = Date.now()
  const simple = await open()
  const silent = await open()
  silent.socket.pong = () => {}
  assert.deepEqual(await silent.closed, { code: 4008, reason: 'heartbeat timeout' })
  assert.ok(silent.pings.length > 0)
  const { data, ...rest } = JSON.parse(silent.pings[0] ?? '')
  assert.deepEqual(rest, { requestId: null, event: 'Ping', messageType: 'Request' })
  assert.ok(began <= data.timestamp && data.timestamp <= Date.now())
  assert.equal(simple.socket.readyState, WebSocket.OPEN)
})

const READERS = 1_000

/** Keeps the bytes since the last reply. */
const openReader = async (port: number, ids: readonly string[]) => {
  const socket = openRaw(port)
  let came = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    came = Buffer.concat([came, chunk])
  })
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await once(socket, 'data', { signal: AbortSignal.timeout(TEST_TIMEOUT_MS) })
  }
  await until(() => came.includes('\r\n\r\n'))
  socket.write(Buffer.concat(ids.map((id) => maskedFrame(JSON.stringify(subscribe('New', id))))))
  for (let answers = 0; answers < ids.length; answers++) {
    await until(() => came.includes('}}'))
    came = came.subarray(came.indexOf('}}') + 2)
  }
  return {
    socket,
    bytes: async (count: number): Promise<Buffer> => {
      await until(() => came.length >= count)
      return came
    },
  }
}

test('a client that does not read is closed, and a thousand others miss nothing', async (t) => {
  const { hub, feed, port, settled } = await start(t, {
    messageBurst: 1_000,
    queueBytes: 65_536,
    // No pings, because the test counts frames.
    ping: 3_600_000,
  })
  const readers = await Promise.all(Array.from({ length: READERS }, () => openReader(port, ['1'])))
  // The operating system buffers the first megabytes, so the client has a hundred subscriptions to each frame.
  const { socket: deaf } = await openReader(
    port,
    Array.from({ length: 100 }, (_, n) => `${n}`),
  )
  t.after(() => {
    for (const { socket } of readers) socket.destroy()
    deaf.destroy()
  })
  deaf.pause()
  const filling = 'x'.repeat(4_000)
  const sent: Buffer[] = []
  while (hub.subscriptions.get('New') === READERS + 100) {
    const data = JSON.stringify(`${sent.length} ${filling}`)
    hub.publish({ topic: 'New', key: '', data }, 0)
    hub.flush()
    sent.push(unmaskedFrame(dataStart('1') + String(dataRest('MainPage', data))))
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.deepEqual([hub.subscriptions.get('New'), hub.counts.ended.get('slow')], [READERS, 1])
  const expected = Buffer.concat(sent)
  for (const { bytes } of readers) assert.ok(expected.equals(await bytes(expected.length)))
  // The client reads the frames before the close frame, or the socket was closed without one.
  deaf.resume()
  await settled(() => feed.connections.size === READERS)
})

test('connections of an address are limited; those of clients on this machine are not', async (t) => {
  const { hub, feed, open, settled } = await start(t, { connections: 2 }, '127.0.0.1')
  const from = (address: string) => open('/ws', { 'X-Forwarded-For': address })
  await from('203.0.113.7')
  const second = await from('203.0.113.7')
  await assert.rejects(from('203.0.113.7'), /429/)
  await from('203.0.113.8')
  second.socket.close()
  assert.equal(hub.counts.refused, 1)
  await settled(() => feed.connections.size === 2)
  await from('203.0.113.7')
  for (let n = 0; n < 5; n++) await open()
  // A proxy may append its header after the client's.
  const lines = (theirs: string, added: string) => open('/ws', { 'X-Forwarded-For': [theirs, added] })
  for (const theirs of ['192.0.2.1', '']) await lines(theirs, '203.0.113.9')
  await assert.rejects(lines('192.0.2.3', '203.0.113.9'), /429/)
})

test('a step of the time of day closes no connection', async (t) => {
  let now = Date.now()
  const { open } = await start(t, { messageRate: 1_000, messageBurst: 10 }, undefined, () => now)
  const { until, say } = await open()
  let asked = 0
  for (const step of [0, -3_600_000, 86_400_000, -86_400_000]) {
    now += step
    say({ messageType: 'ping', clientId: 'c', requestId: `${asked}` })
    asked += 1
    assert.match((await until(asked)).at(-1) ?? '', new RegExp(`"timestamp":${now}`))
  }
})

test('all connections end with 1001 when the server stops', async (t) => {
  const { feed, open } = await start(t)
  const clients = [await open(), await open()]
  feed.connections.close()
  for (const { closed } of clients) assert.equal((await closed).code, 1001)
})

/** A binary message ends the connection. */
const how = fc.oneof(
  { weight: 12, arbitrary: fc.constant('whole' as const) },
  { weight: 3, arbitrary: fc.constant('fragments' as const) },
  { weight: 1, arbitrary: fc.constant('binary' as const) },
)

/** Sequences, each on a separate connection. */
const AT_ONCE = 40
const ROUNDS = 50

test('any sequence of messages gets the same answers over a socket as from a session, and leaves nothing behind', async (t) => {
  const limits = { ...FEED_LIMITS, messageBytes: MESSAGE_BYTES, subscriptions: 3, errorsPerMinute: 4 }
  const { hub, feed, open, settled } = await start(t, limits)
  const sequence = fc.array(fc.record({ message: clientMessage, how }), { maxLength: 12 })
  const withoutTime = (frame: string): unknown => {
    const { data, ...rest } = JSON.parse(frame)
    const { timestamp: _, ...about } = data
    return { ...rest, about }
  }
  const play = async (steps: readonly { readonly message: ClientMessage; readonly how: string }[]) => {
    const { socket, until, closed } = await open()
    const model = new Session('devnet', limits)
    const expected: string[] = []
    let end: number | undefined
    for (const { message, how } of steps) {
      const { text } = message
      if (how === 'binary') {
        socket.send(Buffer.from(text))
        end = CLOSE_CODES.binary
      } else {
        if (how === 'whole') socket.send(text)
        else {
          const half = Math.floor(text.length / 2)
          socket.send(text.slice(0, half), { fin: false })
          socket.send(text.slice(half), { fin: true })
        }
        const { reply, close } = model.receive(text, performance.now(), Date.now())
        if (reply !== undefined) expected.push(reply)
        end = close?.code
      }
      if (end !== undefined) break
    }
    assert.deepEqual((await until(expected.length)).map(withoutTime), expected.map(withoutTime))
    if (end === undefined) return { socket, closed, subscriptions: [...model.subscriptions].length }
    assert.equal((await closed).code, end)
    return { socket, closed, subscriptions: 0 }
  }
  const subscriptions = (): number => [...hub.subscriptions.values()].reduce((sum, count) => sum + count, 0)
  const rounds = fc.asyncProperty(
    fc.array(sequence, { minLength: AT_ONCE, maxLength: AT_ONCE }),
    async (sequences) => {
      const played = await Promise.all(sequences.map(play))
      const expected = played.reduce((sum, { subscriptions }) => sum + subscriptions, 0)
      await settled(() => subscriptions() === expected)
      for (const { socket } of played) socket.close()
      await settled(() => feed.connections.size === 0)
      assert.equal(subscriptions(), 0)
    },
  )
  await fc.assert(rounds, { numRuns: ROUNDS })
})
