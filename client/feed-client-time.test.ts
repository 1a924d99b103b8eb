// The feed client as time passes, on a clock of the test: pings, the end of a silent connection, and the waits between attempts. All times
// are those of a client without options.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Topic } from '../schema/responses/feed.ts'
import { FeedClient } from './feed-client.ts'

type Listener = (event: { type: string; data?: unknown; code?: number; reason?: string }) => void

/** Notes the sockets' messages and the attempts, each with its second. */
const start = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  t.mock.method(Math, 'random', () => 0)
  // The age of the process is not the age of a connection.
  let now = 1_000_000
  const began = now
  t.mock.method(performance, 'now', () => now)
  const happened: unknown[] = []
  const note = (what: unknown): void => void happened.push([(now - began) / 1_000, what])
  let tell: (type: string, event?: object) => void = () => {}
  class Socket {
    readonly #listeners = new Map<string, Listener>()
    constructor(url: string) {
      note(url)
      tell = (type, event) => this.#listeners.get(type)?.({ type, ...event })
    }
    addEventListener(type: string, listener: Listener): void {
      this.#listeners.set(type, listener)
    }
    send(text: string): void {
      const { messageType, requestId } = JSON.parse(text)
      note(messageType === 'ping' ? 'ping' : `${messageType} ${requestId}`)
    }
    close(): void {
      note('closed')
    }
  }
  const client = new FeedClient('https://api.example/', { WebSocket: Socket })
  t.after(() => client.close())
  return {
    client,
    happened: () => happened.splice(0),
    say: (event: string, requestId: string | null = '1', data?: unknown) =>
      tell('message', { data: JSON.stringify({ event, requestId, data }) }),
    tell: (type: string, event?: object) => tell(type, event),
    pass: (seconds: number): void => {
      for (let left = 1_000 * seconds; left > 0; left -= 250) {
        now += Math.min(left, 250)
        t.mock.timers.tick(Math.min(left, 250))
      }
    },
    follow: (fetch?: (signal: AbortSignal) => Promise<unknown>, topic: Topic = 'KOTH') =>
      client.subscribe(topic, topic === 'PoolFeed' ? { asset: 'a' } : null, {
        ...(fetch && { initial: { fetch, apply: (state) => note(['fetched', state]) } }),
        onData: (data) => note(data),
        onRemoved: (data) => note(['removed', data]),
        onState: (state) => note('reason' in state ? `${state.state}: ${state.reason}` : state.state),
      }),
  }
}

const URL = 'wss://api.example/websocket/ws'

test('after half a minute of silence it pings each quarter of a minute, and after a minute it closes the connection', (t) => {
  const { happened, pass, say, tell, follow } = start(t)
  follow()
  pass(0.25)
  tell('open')
  say('SubscriptionSucceeded')
  assert.deepEqual(
    happened().map((each) => Object(each)[1]),
    [URL, 'subscribe 1', 'subscribed'],
  )
  pass(29)
  say('Ping', null)
  assert.deepEqual(happened(), [[29.25, 'pong pong']])
  pass(31)
  assert.deepEqual(happened(), [
    [45.25, 'ping'],
    [60.25, 'ping'],
  ])
  say('Pong', 'ping')
  pass(59.5)
  assert.deepEqual(happened(), [
    [90.25, 'ping'],
    [105.25, 'ping'],
  ])
  pass(0.5)
  const [closed, lost] = happened()
  assert.deepEqual([Object(closed)[1], Object(lost)[1]], ['closed', 'lost: the service sent nothing'])
})

test('a client that is woken while it is connected pings at once, and waits for the half of a minute', (t) => {
  const { client, happened, pass, tell, follow } = start(t)
  follow()
  client.wake()
  tell('open')
  pass(10)
  happened()
  client.wake()
  pass(19.75)
  assert.deepEqual(happened(), [
    [10, 'ping'],
    [15, 'ping'],
  ])
  pass(0.25)
  assert.deepEqual(happened(), [
    [30, 'closed'],
    [30, 'lost: the service sent nothing'],
  ])
})

test('a client that is woken has all its connections begin at once', (t) => {
  const { client, happened, pass, tell, follow } = start(t)
  for (let at = 0; at <= 100; at++) follow()
  pass(0.25)
  const attempts = (): number => happened().filter((each) => Object(each)[1] === URL).length
  assert.equal(attempts(), 2)
  tell('close', { code: 1006, reason: '' })
  assert.equal(attempts(), 0)
  client.wake()
  assert.equal(attempts(), 1)
})

test('attempts wait twice as long each time, up to half a minute, until a connection has lasted longer', (t) => {
  const { happened, pass, tell, follow } = start(t)
  follow()
  pass(0.25)
  const waits: number[] = []
  const drop = (after: number): void => {
    tell('open')
    pass(after)
    happened()
    tell('close', { code: 1006, reason: '' })
    const began = Object(happened()[0])[0]
    for (let at = 0; at < 80 && waits.push(0); at++) {
      waits.pop()
      pass(0.25)
      const [attempt] = happened()
      if (attempt === undefined) continue
      waits.push(Object(attempt)[0] - began)
      return
    }
  }
  // Half of each wait is random, which is 0 here.
  for (let at = 0; at < 9; at++) drop(1)
  assert.deepEqual(waits.splice(0), [0.25, 0.5, 1, 2, 4, 8, 15, 15, 15])
  drop(30)
  drop(30.25)
  drop(1)
  assert.deepEqual(waits, [15, 0.25, 0.5])
})

test('a state that is not fetched within half a minute is fetched again, and what is removed is told', async (t) => {
  const { happened, pass, say, tell, follow } = start(t)
  const answers: ((state: unknown) => void)[] = []
  follow(() => new Promise((resolve) => answers.push(resolve)))
  pass(0.25)
  tell('open')
  say('SubscriptionSucceeded')
  say('KOTH', '1', 'first')
  happened()
  pass(29.75)
  await turn()
  assert.deepEqual(happened(), [])
  say('Ping', null)
  pass(0.25)
  await turn()
  const what = (): unknown[] => happened().map((each) => Object(each)[1])
  assert.deepEqual(what(), ['pong pong', 'unsubscribe 1', 'lost: the state was not fetched in time'])
  pass(0.25)
  assert.deepEqual(what(), ['subscribe 2'])
  say('SubscriptionSucceeded', '2')
  answers[0]?.('late')
  answers[1]?.('state')
  await turn()
  say('KOTH', '2')
  say('KOTH', '2', 'second')
  say('MainPage', '2', 'of another topic')
  assert.deepEqual(what(), [['fetched', 'state'], 'subscribed', ['removed', null], 'second'])
  follow(undefined, 'PoolFeed')
  say('SubscriptionSucceeded', '3')
  say('PoolRemoved', '3', { id: 'n', asset: 'a' })
  assert.deepEqual(what(), ['subscribe 3', 'subscribed', ['removed', { id: 'n', asset: 'a' }]])
  say('Error', null, { cause: 'SERVER_ERROR', message: 'x' })
  assert.deepEqual(what(), ['closed', 'lost: the service failed', 'lost: the service failed'])
})

test('the request for a state is aborted when its subscription ends or loses its connection', async (t) => {
  const { happened, pass, say, tell, follow } = start(t)
  const signals: AbortSignal[] = []
  const end = follow((signal) => new Promise(() => signals.push(signal)))
  const aborted = (): boolean[] => signals.map((signal) => signal.aborted)
  pass(0.25)
  tell('open')
  say('SubscriptionSucceeded')
  assert.deepEqual(aborted(), [false])
  tell('close', { code: 1006, reason: '' })
  assert.deepEqual(aborted(), [true])
  pass(0.25)
  tell('open')
  say('SubscriptionSucceeded')
  assert.deepEqual(aborted(), [true, false])
  end()
  assert.deepEqual(aborted(), [true, true])
  await turn()
  assert.equal(Object(happened().at(-1))[1], 'unsubscribe 1')
})

test('a subscriber that fails at a frame which came during the fetch is lost, and not subscribed', async (t) => {
  const { client, pass, say, tell } = start(t)
  const states: string[] = []
  client.subscribe('KOTH', null, {
    initial: { fetch: async () => 'state', apply: () => {} },
    onData: () => {
      throw new Error('the page is gone')
    },
    onState: (state) => void states.push('reason' in state ? `${state.state}: ${state.reason}` : state.state),
  })
  pass(0.25)
  tell('open')
  say('SubscriptionSucceeded')
  say('KOTH', '1', {})
  await turn()
  assert.deepEqual(states, ['lost: the page is gone'])
})
