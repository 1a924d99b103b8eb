// Tests that connections end if a commit's changes are unknown or cannot be sent.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { EventEmitter } from 'eventemitter3'
import type { Change } from '../../../projections/read/reader/models-reader.ts'
import { CLOSE_CODES } from '../../../schema/responses/feed.ts'
import { frameText } from '../testing/frame-text.ts'
import { Hub } from './hub.ts'
import { startFeed } from './start-feed.ts'

const CHANGE: Change = { table: 'pools', key: [1], topics: {} }

/** Publishes every change, and fails on request. */
const start = (t: TestContext) => {
  const reader = new EventEmitter<{ committed: []; changed: [readonly Change[] | null] }>()
  const hub = new Hub(250)
  const happened: unknown[] = []
  const time = { now: 0 }
  let [isFailing, count] = [false, 0]
  hub.add(
    { queue: (frame) => happened.push(frameText(frame)) < 0, flush: () => {} },
    { requestId: '1', topic: 'KOTH', key: '', owners: undefined },
  )
  const feed = startFeed({
    reader,
    hub,
    connections: { end: (code) => happened.push(code) },
    sources: [
      {
        reset: () => happened.push('reset'),
        publishChanges(_, now) {
          hub.publish({ topic: 'KOTH', key: '', data: `${++count}`, conflationKey: '' }, now)
          if (isFailing) throw new Error('a bug')
        },
      },
    ],
    onCommit: (now) => happened.push(`commit ${now}`),
    uptime: () => time.now,
    onError: (error) => happened.push(String(error)),
  })
  t.after(() => feed.stop())
  const frame = (data: string) => `{"requestId":"1","event":"KOTH","messageType":"Response","data":${data}}`
  return {
    feed,
    hub,
    frame,
    /** Since the last call. */
    happened: () => happened.splice(0),
    time,
    change: (changes: readonly Change[] | null) => reader.emit('changed', changes),
    commit: () => reader.emit('committed'),
    fail: () => {
      isFailing = true
    },
  }
}

test('connections end when the models were replaced, and delayed frames are not sent to new connections', (t) => {
  const { hub, frame, happened, change } = start(t)
  assert.deepEqual(happened(), ['reset'])
  change([CHANGE])
  change([CHANGE])
  assert.deepEqual(happened(), [frame('1')])
  for (const unnamed of [null, [{ ...CHANGE, key: null }]]) {
    change(unnamed)
    assert.deepEqual(happened(), [CLOSE_CODES.replaced, 'reset'])
  }
  hub.tick(10_000)
  assert.deepEqual(happened(), [])
})

test('connections end when a change cannot be sent, so that no client misses it unnoticed', (t) => {
  const { feed, happened, change, fail } = start(t)
  happened()
  fail()
  change([CHANGE])
  const ended = ['Error: a bug', CLOSE_CODES.failed, 'reset']
  assert.deepEqual(happened().slice(1), ended)
  feed.publish(() => {
    throw new Error('a bug')
  })
  assert.deepEqual(happened(), ended)
})

test('a delayed frame is sent when its time has come, without a commit, and then nothing is checked', (t) => {
  const checks: (() => void)[] = []
  t.mock.method(globalThis, 'setInterval', (work: () => void) => Object({ unref: () => checks.push(work) }))
  const ended = t.mock.method(globalThis, 'clearInterval', () => checks.splice(0))
  const { time, frame, happened, change } = start(t)
  for (let at = 0; at < 3; at++) change([CHANGE])
  assert.deepEqual(happened(), ['reset', frame('1')])
  assert.equal(checks.length, 1)
  time.now = 249
  checks[0]?.()
  assert.deepEqual([happened(), ended.mock.callCount()], [[], 0])
  time.now = 250
  checks[0]?.()
  assert.deepEqual(happened(), [frame('3')])
  time.now = 500
  checks[0]?.()
  assert.deepEqual([checks.length, ended.mock.callCount()], [0, 1])
  change([CHANGE])
  assert.deepEqual([happened(), checks.length], [[frame('4')], 1])
})

test('after each commit, also without changes, the state is told once the commit has been read', async (t) => {
  const { time, happened, commit } = start(t)
  happened()
  time.now = 7
  commit()
  assert.deepEqual(happened(), [])
  await null
  assert.deepEqual(happened(), ['commit 7'])
})
