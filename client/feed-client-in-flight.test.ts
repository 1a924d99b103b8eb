// The feed client while much is in flight: messages of both directions, requests for the state, lost connections, and subscribers that end
// or fail inside their own functions. The order is random.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { runs } from '../tests/kit/random-runs.ts'
import { FeedClient } from './feed-client.ts'
import type { FeedSocketConstructor } from './feed-socket.ts'

type Listener = (event: { type: string; data?: unknown }) => void

/** The state is the number of changes. Each message to or from the service waits for a step. */
class Service {
  changes = 0
  readonly sockets: Wire[] = []
  readonly requests: { seen: number | undefined; end(state: number | Error): void }[] = []

  change(): void {
    this.changes++
    for (const wire of this.sockets) for (const id of wire.subscribed) wire.say(id, 'KOTH', this.changes)
  }

  readonly fetch = (): Promise<number> =>
    new Promise((resolve, reject) => {
      this.requests.push({
        seen: undefined,
        end: (state) => (typeof state === 'number' ? resolve(state) : reject(state)),
      })
    })
}

/** Messages arrive one by one, in order in each direction. */
class Wire {
  readonly subscribed = new Set<string>()
  readonly toClient: string[] = []
  readonly toService: string[] = []
  isOpen = false
  isClosed = false
  readonly #listeners: Record<string, Listener[]> = { open: [], message: [], close: [], error: [] }

  tell(type: 'open' | 'message' | 'close', data?: unknown): void {
    for (const listener of this.#listeners[type] ?? []) listener({ type, data })
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners[type]?.push(listener)
  }

  send(text: string): void {
    assert.ok(this.isOpen && !this.isClosed, 'a message to a connection that is not open')
    this.toService.push(text)
  }

  close(): void {
    this.isClosed = true
    this.subscribed.clear()
  }

  say(requestId: string, event: string, data?: unknown): void {
    this.toClient.push(JSON.stringify({ requestId, event, data }))
  }

  read(): void {
    const message = JSON.parse(this.toService.shift() ?? '{}') as { messageType?: string; requestId: string }
    if (message.messageType === 'subscribe') {
      assert.ok(!this.subscribed.has(message.requestId), 'a request id twice')
      this.subscribed.add(message.requestId)
      this.say(message.requestId, 'SubscriptionSucceeded')
    } else if (message.messageType === 'unsubscribe') {
      assert.ok(this.subscribed.delete(message.requestId), 'the end of no subscription')
      this.say(message.requestId, 'UnsubscriptionSucceeded')
    }
  }
}

const RUDE = ['end in apply', 'end in onData', 'end in onState', 'fail in apply', 'fail in onData'] as const
type Rude = (typeof RUDE)[number]

class Subscriber {
  /** Undefined before the first displayed state. */
  shown: number | undefined
  isCurrent = false
  isEnded = false
  rude: Rude | undefined
  readonly end: () => void
  /** Faults are recorded, because the client would take an exception for a failure of the subscriber. */
  readonly faults: string[] = []

  constructor(client: FeedClient, fetch: () => Promise<number>) {
    const stop = client.subscribe('KOTH', null, {
      initial: { fetch, apply: (state) => this.#take('apply', Number(state)) },
      onData: (data) => this.#take('onData', Number(data)),
      onState: ({ state }) => {
        if (this.isEnded) this.faults.push(`the state ${state} after the end`)
        this.isCurrent = state === 'subscribed'
        if (this.rude === 'end in onState') this.end()
      },
    })
    this.end = () => {
      this.isEnded = true
      stop()
    }
  }

  #take(by: 'apply' | 'onData', value: number): void {
    if (this.isEnded) this.faults.push(`${value} by ${by} after the end`)
    if (by === 'onData' && this.shown === undefined) this.faults.push(`${value} before the state`)
    const { rude } = this
    if (rude === `fail in ${by}`) {
      this.rude = undefined
      throw new Error(rude)
    }
    this.shown = value
    if (rude === `end in ${by}`) this.end()
  }
}

const STEPS = [
  'the state changes',
  'the service reads',
  'the client reads',
  'the connection opens',
  'the connection is lost',
  'a request is read',
  'a request is answered',
  'a request fails',
  'time passes',
  'a subscription begins',
  'a subscription ends',
  ...RUDE,
] as const
type Step = (typeof STEPS)[number]

const start = () => {
  const service = new Service()
  const Socket: FeedSocketConstructor = class extends Wire {
    constructor() {
      super()
      service.sockets.push(this)
    }
  }
  const client = new FeedClient('http://service', {
    WebSocket: Socket,
    firstWait: 1,
    longestWait: 8,
    silence: 1e9,
    fetchTimeout: 1e9,
    messages: { rate: 1e6, burst: 1e6 },
  })
  const subscribers: Subscriber[] = []
  const wire = (): Wire | undefined => service.sockets.findLast(({ isClosed }) => !isClosed)
  const oldest = (): Subscriber | undefined => subscribers.find(({ isEnded }) => !isEnded)
  const lose = (): void => {
    const lost = wire()
    lost?.close()
    lost?.tell('close')
  }
  const run = (step: Step): void => {
    const [request] = service.requests
    if (step === 'the state changes') service.change()
    else if (step === 'the service reads') wire()?.read()
    else if (step === 'the client reads') {
      const text = wire()?.toClient.shift()
      if (text !== undefined) wire()?.tell('message', text)
    } else if (step === 'the connection opens') {
      const opened = wire()
      if (opened === undefined || opened.isOpen) return
      opened.isOpen = true
      opened.tell('open')
    } else if (step === 'the connection is lost') lose()
    else if (step === 'a request is read') {
      const unread = service.requests.find(({ seen }) => seen === undefined)
      if (unread !== undefined) unread.seen = service.changes
    } else if (step === 'a request is answered') {
      if (request?.seen !== undefined) service.requests.shift()?.end(request.seen)
    } else if (step === 'a request fails') service.requests.shift()?.end(new Error('no answer'))
    else if (step === 'time passes') mock.timers.tick(10)
    else if (step === 'a subscription begins') subscribers.push(new Subscriber(client, service.fetch))
    else if (step === 'a subscription ends') oldest()?.end()
    else {
      const subscriber = oldest()
      if (subscriber !== undefined) subscriber.rude = step
    }
  }
  return { service, client, subscribers, run }
}

/** Rounds after which nothing can be in flight any more. */
const SETTLED = 150
const SETTLING: readonly Step[] = [
  'time passes',
  'the connection opens',
  'the service reads',
  'the client reads',
  'a request is read',
  'a request is answered',
]

/** Mostly steps that deliver a waiting message. */
const STEP = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SETTLING, 'the state changes' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...STEPS) },
)

test('whatever is in flight, a subscription that has ended is given nothing, and the others show the last state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 80, size: 'max' }), async (steps) => {
      mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
      const { service, client, subscribers, run } = start()
      try {
        for (const step of ['a subscription begins', ...steps] as const) {
          run(step)
          await turn()
        }
        for (const subscriber of subscribers) subscriber.rude = undefined
        for (let rounds = 0; rounds < SETTLED; rounds++)
          for (const step of SETTLING) {
            run(step)
            await turn()
          }
        for (const { isEnded, shown, isCurrent, faults } of subscribers) {
          assert.deepEqual(faults, [])
          if (!isEnded) assert.deepEqual({ shown, isCurrent }, { shown: service.changes, isCurrent: true })
        }
      } finally {
        client.close()
        mock.timers.reset()
      }
    }),
    { numRuns: runs(100) },
  )
})
