// A client follows bars through forks, delayed frames, a slow socket and lost connections. Whenever no frame or response is on its way, its
// bars equal the history. Connection and requests are in memory, so the test chooses the order of events.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Charts } from '../api/charts/charts.ts'
import { CONNECTION_LIMITS, Connection } from '../api/feed/socket/connection.ts'
import { Hub } from '../api/feed/socket/hub.ts'
import { SESSION_LIMITS, Session } from '../api/feed/socket/session.ts'
import { barSource } from '../api/feed/socket/sources/bar-source.ts'
import { checkFrame } from '../api/feed/testing/check-frame.ts'
import { ModelsReads } from '../api/models-reads.ts'
import { GrowingChain } from '../projections/testing/growing-chain.ts'
import { type TestModels, testModels } from '../projections/testing/test-models.ts'
import type { Bar } from '../schema/responses/chart-responses.ts'
import type { HistoryResolution } from '../schema/responses/charts.ts'
import { randomFrom } from '../tests/kit/random-from.ts'
import { seeds } from '../tests/kit/random-runs.ts'
import { until } from '../tests/kit/until.ts'
import { FeedClient, followBars, launchpadClient } from './client.ts'
import type { FeedSocket } from './feed-socket.ts'

type Listener = Parameters<FeedSocket['addEventListener']>[1]

const INTERVAL_MS = 250

const growing = (
  { log, fold: foldLog }: TestModels,
  reader: ReturnType<TestModels['openReader']>,
  random: () => number,
) => {
  const chain = new GrowingChain(random)
  const fold = (depth: number, blocks: number): void => {
    const undone = Math.min(depth, Math.max(0, chain.length - 1))
    chain.undo(undone)
    if (undone > 0) log.rollBackTo(chain.length)
    log.append(...chain.grow(blocks))
    foldLog()
    reader.refresh()
  }
  return { chain, fold }
}

/** Responses come when the functions in `responses` are called. */
const clientOf = (
  history: (base: string, quote: string, resolution: HistoryResolution) => Bar[],
  responses: (() => void)[],
) =>
  launchpadClient('http://service', {
    fetch: ({ url }) =>
      new Promise((resolve) => {
        const { base, quote, resolution } = Object.fromEntries(new URL(url).searchParams) as Record<
          string,
          string
        >
        responses.push(() =>
          resolve(Response.json(history(base ?? '', quote ?? '', resolution as HistoryResolution))),
        )
      }),
  })

/** Frames and responses arrive when `deliver` and `answer` are called. */
const serve = (t: TestContext, random: () => number) => {
  const models = testModels(t)
  const reader = models.openReader()
  const reads = new ModelsReads(reader)
  const charts = new Charts(reads, { cacheBytes: 2 ** 20 })
  const hub = new Hub(INTERVAL_MS)
  let now = 1_800_000_000_000
  const source = barSource(hub, charts, reads.poolIds.tokenOf, () => now)
  let drop = (): void => {}
  const frames: (() => void)[] = []
  const responses: (() => void)[] = []

  class MemorySocket implements FeedSocket {
    readonly #listeners = new Map<string, Listener>()
    readonly #connection: Connection
    constructor() {
      this.#connection = new Connection(
        {
          send: (frame) => {
            const data = Buffer.from(frame).toString()
            checkFrame(JSON.parse(data))
            frames.push(() => this.#emit('message', data))
            return 1
          },
          getBufferedAmount: () => 0,
          cork: (work) => work(),
          ping: () => 1,
          end: () => {},
          close: () => {},
        },
        new Session('mainnet', { ...SESSION_LIMITS, messageRate: 1e6, messageBurst: 1e6 }),
        hub,
        CONNECTION_LIMITS,
        (error) => assert.fail(String(error)),
      )
      drop = () => {
        this.close()
        this.#emit('close')
      }
      setImmediate(() => this.#emit('open'))
    }
    #emit(type: string, data?: string): void {
      this.#listeners.get(type)?.({ type, data })
    }
    addEventListener(type: string, listener: Listener): void {
      this.#listeners.set(type, listener)
    }
    send(text: string): void {
      this.#connection.receive(text, now, now)
    }
    close(): void {
      frames.length = 0
      this.#connection.closed()
    }
  }
  const history = (base: string, quote: string, resolution: HistoryResolution): Bar[] => {
    const range = { from: 0, to: 9_000_000_000 }
    return JSON.parse(String(charts.history('bar', { base, quote }, resolution, range, now / 1000)))
  }
  const client = clientOf(history, responses)
  const feed = new FeedClient('http://service', {
    WebSocket: MemorySocket,
    firstWait: 1,
    longestWait: 1,
    messages: { rate: 1e6, burst: 1e6 },
  })
  t.after(() => feed.close())

  const { chain, fold } = growing(models, reader, random)
  fold(0, 120)
  reader.on('changed', (changes) => {
    source.publishChanges(changes ?? assert.fail('changes without names'), now)
    hub.flush()
  })
  return {
    client,
    feed,
    history,
    fold,
    tokens: () => chain.stateAfter().curves.map(({ datum }) => datum.token),
    drop: () => drop(),
    wait: (milliseconds: number) => {
      now += milliseconds
      return hub.tick(now)
    },
    deliver: (most: number): void => {
      for (const frame of frames.splice(0, most)) frame()
    },
    answer: (): void => {
      for (const give of responses.splice(0)) give()
    },
  }
}

/** Least number of one-minute bars of all curves together, before the client begins to follow. */
const LEAST = 30

test('bars that are followed are those of the history, whatever forks, delays and drops there were', async (t) => {
  for (const seed of seeds(2)) {
    t.diagnostic(`SEED=${seed}`)
    const random = randomFrom(seed)
    const below = (limit: number): number => Math.floor(random() * limit)
    const service = serve(t, random)
    const bars = () => service.tokens().flatMap((token) => service.history(token, '.', 'min1'))
    while (bars().length < LEAST) service.fold(0, 20)
    const followed = service.tokens().flatMap((token) =>
      (['min1', 'min15'] as const).flatMap((interval) =>
        [
          { base: token, quote: '.' },
          { base: '.', quote: token },
        ].map((pair) => {
          const held: { bars: readonly Bar[]; isCurrent: boolean } = { bars: [], isCurrent: false }
          followBars(
            service.client,
            service.feed,
            { pair, interval },
            (bars) => {
              held.bars = bars
            },
            ({ state }) => {
              held.isCurrent = state === 'subscribed'
            },
          )
          return { held, expected: () => service.history(pair.base, pair.quote, interval) }
        }),
      ),
    )
    const settle = (): Promise<boolean> =>
      until('the last frame', () => {
        const isSettled = !service.wait(INTERVAL_MS) && followed.every(({ held }) => held.isCurrent)
        service.deliver(Number.POSITIVE_INFINITY)
        service.answer()
        return isSettled
      })
    const compare = (): void => {
      for (const { held, expected } of followed) assert.deepEqual(held.bars, expected())
    }
    await settle()
    compare()
    const steps: readonly (() => unknown)[] = [
      () => service.fold(0, 1 + below(3)),
      () => service.fold(0, 1),
      () => service.fold(below(3), below(3)),
      () => service.fold(1 + below(40), below(40)),
      () => service.wait(below(INTERVAL_MS)),
      () => service.deliver(below(30)),
      () => service.answer(),
      () => below(4) === 0 && service.drop(),
      () => nextTurn(),
    ]
    for (let rounds = 0; rounds < 12; rounds++) {
      for (let step = below(20); step >= 0; step--) await steps[below(steps.length)]?.()
      await settle()
      compare()
    }
  }
})
