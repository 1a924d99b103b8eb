// The bars of a pair after each frame: replaced, inserted, removed, and without those before the range.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedClient } from './feed-client.ts'
import { followBars } from './follow-bars.ts'
import { launchpadClient } from './launchpad-client.ts'

const PAIR = { base: 'ab.', quote: '.' }
const bar = (time: number, close = '1') => ({
  pair: PAIR,
  time,
  open: '1',
  high: '1',
  low: '1',
  close,
  volume: '1',
})

test('a frame changes its own bar, a removal all from its time on, and a fetched history everything', async () => {
  const asked: string[] = []
  const client = launchpadClient('http://service', {
    fetch: async ({ url }) => {
      asked.push(url)
      return new Response(JSON.stringify([bar(20), bar(40)]), {
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  const subscribed: { [name: string]: unknown }[] = []
  const feed: Pick<FeedClient, 'subscribe'> = {
    subscribe: (topic, data, handlers) => {
      subscribed.push({ topic, data, ...handlers })
      return () => subscribed.splice(0)
    },
  }
  let shown: unknown
  const end = followBars(client, feed, { pair: PAIR, interval: 'min1', from: 20 }, (bars) => {
    shown = bars
  })
  const [{ topic, data, initial, onData, onRemoved, ...rest } = {}] = subscribed
  assert.deepEqual([topic, data, rest], ['LastBar', { pair: PAIR, interval: 'min1' }, {}])
  const call = (handler: unknown, given: unknown): unknown => {
    assert.ok(typeof handler === 'function')
    return handler(given)
  }
  const { fetch, apply } = Object(initial)
  const history = await call(fetch, new AbortController().signal)
  assert.deepEqual(asked, [
    'http://service/v1/charts/history?base=ab.&quote=.&resolution=min1&from=20&to=99999999999',
  ])
  call(apply, history)
  for (const [handler, given, expected] of [
    [onData, { ...bar(40, '2'), isRelevant: true }, [bar(20), bar(40, '2')]],
    [onData, { ...bar(60), isRelevant: true }, [bar(20), bar(40, '2'), bar(60)]],
    [onData, { ...bar(50), isRelevant: false }, [bar(20), bar(40, '2'), bar(50), bar(60)]],
    [onData, { ...bar(19), isRelevant: false }, [bar(20), bar(40, '2'), bar(50), bar(60)]],
    [onData, { ...bar(20, '3'), isRelevant: false }, [bar(20, '3'), bar(40, '2'), bar(50), bar(60)]],
    [onRemoved, { pair: PAIR, interval: 'min1', from: 50 }, [bar(20, '3'), bar(40, '2')]],
    [onRemoved, { pair: PAIR, interval: 'min1', from: 21 }, [bar(20, '3')]],
    [apply, [], []],
  ] as const) {
    const before = shown
    call(handler, given)
    assert.deepEqual(shown, expected)
    assert.ok(shown !== before || handler === onData)
  }
  end()
  assert.deepEqual(subscribed, [])
})
