// The feed client against a real server on loopback: cut sockets, a restarting server, and a request for the state that never ends. Each
// test records the subscriber's calls in order.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import WebSocket, { WebSocketServer } from 'ws'
import { FEED_LIMITS, type FeedLimits, feedSockets } from '../api/feed/socket/feed-socket.ts'
import { Hub } from '../api/feed/socket/hub.ts'
import { startTestServer } from '../api/http/testing/test-server.ts'
import { CLOSE_CODES, type Topic } from '../schema/responses/feed.ts'
import { until } from '../tests/kit/until.ts'
import { FeedClient } from './feed-client.ts'
import type { FeedOptions, FeedState } from './feed-handlers.ts'

const serve = async (t: TestContext, limits: Partial<FeedLimits> = {}, port = 0) => {
  const hub = new Hub(0)
  const { routes, connections } = feedSockets({
    hub,
    network: 'devnet',
    limits: { ...FEED_LIMITS, ...limits },
    log: pino({ level: 'silent' }),
    clock: Date.now,
  })
  const server = await startTestServer(t, [], { sockets: routes, port })
  /** The frame may have any JSON as its payload. */
  const say = (data: unknown, topic: Topic = 'KOTH'): void => {
    hub.publish({ topic, key: '', data: JSON.stringify(data) }, 0)
    hub.flush()
  }
  const drop = (): void => connections.end(CLOSE_CODES.replaced, 'the read models were replaced')
  return { hub, say, drop, ...server }
}

const received: string[] = []
class Recorded extends WebSocket {
  override send(text: string): void {
    received.push(text)
    super.send(text)
  }
}

const clientOf = (t: TestContext, url: string, options: FeedOptions = {}): FeedClient => {
  const client = new FeedClient(url, { WebSocket: Recorded, firstWait: 4, longestWait: 50, ...options })
  t.after(() => client.close())
  return client
}

const follow = (client: FeedClient, fetch: (signal: AbortSignal) => Promise<unknown>) => {
  const given: unknown[] = []
  const end = client.subscribe('KOTH', null, {
    initial: { fetch, apply: (state) => given.push(['fetched', state]) },
    onData: (data) => given.push(data),
    onState: (state) => given.push(state),
  })
  return { given, end }
}

const untilGiven = (given: readonly unknown[], count: number) =>
  until(`value ${count}`, () => {
    assert.ok(given.length >= count, JSON.stringify(given))
    return true
  })

const subscribed = { state: 'subscribed' }

test('after a drop and after a restart the state is fetched again, and frames follow it', async (t) => {
  // A port with an explicit number can be used again while its old connections are still closing.
  const { port, close } = await startTestServer(t, [])
  await close(0)
  const first = await serve(t, {}, port)
  const client = clientOf(t, first.url)
  let fetches = 0
  const { given } = follow(client, async () => ++fetches)
  await untilGiven(given, 2)
  first.say('a')
  await untilGiven(given, 3)
  first.drop()
  await untilGiven(given, 6)
  first.say('b')
  await untilGiven(given, 7)
  await first.close(0)
  await untilGiven(given, 8)
  const second = await serve(t, {}, port)
  await untilGiven(given, 10)
  second.say('c')
  await untilGiven(given, 11)
  const lost = (reason: string) => ({ state: 'lost', reason })
  assert.deepEqual(given, [
    ['fetched', 1],
    subscribed,
    'a',
    lost('1012 the read models were replaced'),
    ['fetched', 2],
    subscribed,
    'b',
    lost('1001 the server is stopping'),
    ['fetched', 3],
    subscribed,
    'c',
  ])
})

test('a function of a subscriber that fails is reported, and the subscription begins anew; others go on', async (t) => {
  const { url, say } = await serve(t)
  const client = clientOf(t, url)
  const failing = new Set(['apply', 'data'])
  const given: unknown[] = []
  /** The first call for each name in `failing` fails. */
  const act = (name: string, value: unknown): void => {
    given.push([name, value])
    if (failing.delete(name)) throw new Error(`${name} failed`)
  }
  let fetches = 0
  client.subscribe('KOTH', null, {
    initial: { fetch: async () => ++fetches, apply: (state) => act('apply', state) },
    onData: (data) => act('data', data),
    onState: (state) => given.push(state),
  })
  const other: unknown[] = []
  t.mock.method(console, 'error', (...words: unknown[]) => other.push(String(words[1])))
  client.subscribe('KOTH', null, {
    onData: (data) => other.push(data),
    onState: ({ state }) => {
      throw new Error(`state ${state} failed`)
    },
  })
  await untilGiven(given, 4)
  say('a')
  await untilGiven(given, 8)
  say('b')
  await untilGiven(given, 9)
  await untilGiven(other, 3)
  const lost = (name: string) => ({ state: 'lost', reason: `${name} failed` })
  assert.deepEqual(given, [
    ['apply', 1],
    lost('apply'),
    ['apply', 2],
    subscribed,
    ['data', 'a'],
    lost('data'),
    ['apply', 3],
    subscribed,
    ['data', 'b'],
  ])
  assert.deepEqual(other, ['Error: state subscribed failed', 'a', 'b'])
})

test('after a message that cannot be read the client connects again', async (t) => {
  for (const message of ['<html>', 'null', '7', '[]', '{"requestId":null}']) {
    const server = new WebSocketServer({ port: 0 })
    t.after(() => server.close())
    let connections = 0
    server.on('connection', (socket) => {
      connections += 1
      socket.on('message', (text) => {
        const { requestId } = JSON.parse(String(text))
        if (connections === 1) socket.send(message)
        else socket.send(JSON.stringify({ requestId, event: 'SubscriptionSucceeded' }))
      })
    })
    const { port } = server.address() as AddressInfo
    const client = clientOf(t, `http://127.0.0.1:${port}`)
    const states: FeedState[] = []
    client.subscribe('KOTH', null, { onData() {}, onState: (state) => states.push(state) })
    await untilGiven(states, 2)
    assert.deepEqual(
      states.map(({ state }) => state),
      ['lost', 'subscribed'],
    )
    client.close()
  }
})

test('a refused subscription says why and is not tried again; one that was ended is given nothing', async (t) => {
  const { url, say, hub, drop } = await serve(t, { subscriptions: 2 })
  const client = clientOf(t, url)
  const one = follow(client, async () => 1)
  const two = follow(client, async () => 2)
  await untilGiven(one.given, 2)
  await untilGiven(two.given, 2)
  const three = follow(client, async () => 3)
  const wrong: unknown[] = []
  client.subscribe('PoolFeed', { asset: 'none' }, { onData: () => {}, onState: (s) => wrong.push(s) })
  await untilGiven(wrong, 1)
  const message = 'a connection may have at most 2 subscriptions'
  assert.deepEqual(three.given, [{ state: 'refused', cause: 'LIMIT_EXCEEDED', message }])
  assert.deepEqual(wrong, [
    {
      state: 'refused',
      cause: 'INVALID_PARAMS',
      message:
        "Invalid input: data.asset must be a token's asset id: {policyId}.{hexAssetName} or its fingerprint",
    },
  ])
  two.end()
  await until('one subscription', () => hub.subscriptions.get('KOTH') === 1)
  say('a')
  drop()
  await untilGiven(one.given, 6)
  assert.deepEqual(two.given, [['fetched', 2], subscribed])
  assert.deepEqual([three.given.length, wrong.length], [1, 1])
})

test('many subscriptions at once are said no faster than the service takes them', async (t) => {
  // A busy server may read at once the messages that arrived in a fifth of a second.
  const { url, hub } = await serve(t, { messageRate: 200, messageBurst: 40 })
  const client = clientOf(t, url, { messages: { rate: 150, burst: 8 } })
  const given = Array.from({ length: 80 }, () => follow(client, async () => 1).given)
  for (const each of given) await untilGiven(each, 2)
  assert.equal(hub.subscriptions.get('KOTH'), 80)
  for (const each of given) assert.deepEqual(each, [['fetched', 1], subscribed])
})

test('more subscriptions than a connection takes have further connections, which are closed with the client', async (t) => {
  const { url, hub, say } = await serve(t, { messageRate: 1_000, messageBurst: 1_000 })
  const client = clientOf(t, url, { messages: { rate: 500, burst: 500 } })
  const followed = Array.from({ length: 250 }, () => follow(client, async () => 1))
  for (const { given } of followed) await untilGiven(given, 2)
  assert.equal(hub.subscriptions.get('KOTH'), 250)
  say(2)
  for (const { given } of followed) await untilGiven(given, 3)
  for (const { given, end } of followed) {
    assert.deepEqual(given, [['fetched', 1], subscribed, 2])
    end()
  }
  await until('no subscription', () => !hub.subscriptions.get('KOTH'))
  follow(client, async () => 1)
  client.close()
})

test('without a WebSocket it says what to do, and data are of their topic', (t) => {
  if (!('WebSocket' in globalThis))
    assert.throws(() => new FeedClient('http://127.0.0.1'), /global WebSocket/)
  const client = clientOf(t, 'http://127.0.0.1:1')
  const onData = (): void => {}
  client.subscribe('UserHistoryByAddress', { address: 'addr1' }, { onData })
  // @ts-expect-error a topic that needs data, without data
  client.subscribe('PoolFeed', null, { onData })
  client.subscribe('Latest', null, {
    // @ts-expect-error a member that the payload lacks
    onData: ({ price }) => price,
  })
  client.close()
  assert.throws(() => client.subscribe('New', null, { onData }), /closed/)
})
