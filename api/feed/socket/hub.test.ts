// Delivery of updates by the hub to receivers that collect frames.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Topic } from '../../../schema/responses/feed.ts'
import { frameText } from '../testing/frame-text.ts'
import type { SharedRest } from './frames.ts'
import { Hub, type Receiver, type Update } from './hub.ts'
import type { Subscription } from './session.ts'

const INTERVAL_MS = 250

const receiver = () => {
  const got: string[] = []
  const kept: string[] = []
  const rests: SharedRest[] = []
  const it: Receiver = {
    queue(frame) {
      rests.push(frame.rest)
      return kept.push(frameText(frame)) === 1
    },
    flush: () => {
      got.push(...kept.splice(0))
    },
  }
  return { it, got, rests }
}

const to = (requestId: string, topic: Topic = 'New', key = '', owners?: string[]): Subscription => ({
  requestId,
  topic,
  key,
  owners: owners && new Set(owners),
})
const update = (data: string, more: Partial<Update> = {}): Update => ({
  topic: 'New',
  key: '',
  data,
  ...more,
})
const frame = (requestId: string, data: string, event = 'MainPage') =>
  `{"requestId":"${requestId}","event":"${event}","messageType":"Response","data":${data}}`

test('subscribers of the channel get the update under their own ids, in order, when it is flushed', () => {
  const hub = new Hub(INTERVAL_MS)
  const [a, b, c] = [receiver(), receiver(), receiver()]
  hub.add(a.it, to('1'))
  hub.add(b.it, to('1'))
  hub.add(b.it, to('2'))
  hub.add(c.it, to('1', 'PoolFeed', 'x'))
  assert.deepEqual(
    [hub.isWanted('New', ''), hub.isWanted('PoolFeed', 'x'), hub.isWanted('PoolFeed', 'y')],
    [true, true, false],
  )
  assert.deepEqual([hub.counts.frames, hub.counts.conflated], [0, 0])
  hub.publish(update('1'), 0)
  hub.publish(update('2'), 0)
  assert.deepEqual(a.got, [])
  hub.flush()
  assert.deepEqual(a.got, [frame('1', '1'), frame('1', '2')])
  assert.deepEqual(b.got, [frame('1', '1'), frame('2', '1'), frame('1', '2'), frame('2', '2')])
  assert.deepEqual(c.got, [])
  // The frames share one buffer.
  assert.equal(a.rests[0], b.rests[1])
  assert.deepEqual([hub.counts.frames, hub.counts.conflated], [6, 0])
})

test('a removed subscriber gets nothing more, and a channel without subscribers is not wanted', () => {
  const hub = new Hub(INTERVAL_MS)
  const a = receiver()
  hub.add(a.it, to('1'))
  hub.add(a.it, to('2'))
  assert.equal(hub.subscriptions.get('New'), 2)
  hub.remove(a.it, to('1'))
  hub.remove(a.it, to('1'))
  hub.publish(update('1'), 0)
  hub.flush()
  assert.deepEqual(a.got, [frame('2', '1')])
  hub.remove(a.it, to('2'))
  assert.deepEqual([hub.isWanted('New', ''), hub.subscriptions.get('New')], [false, 0])
})

test("a subscriber with an owner filter gets only those owners' orders", () => {
  const hub = new Hub(INTERVAL_MS)
  const [all, some] = [receiver(), receiver()]
  hub.add(all.it, to('1', 'LiveOrdersFeed', 'x'))
  hub.add(some.it, to('1', 'LiveOrdersFeed', 'x', ['me']))
  for (const owner of ['me', 'you'])
    hub.publish(update(`"${owner}"`, { topic: 'LiveOrdersFeed', key: 'x', owner }), 0)
  hub.publish(update('"nobody"', { topic: 'LiveOrdersFeed', key: 'x' }), 0)
  hub.flush()
  assert.equal(all.got.length, 3)
  assert.deepEqual(some.got, [frame('1', '"me"', 'LiveOrdersFeed')])
})

test('of updates with the same conflation key in an interval only the last is sent; other keys are not delayed', () => {
  const hub = new Hub(INTERVAL_MS)
  const a = receiver()
  hub.add(a.it, to('1'))
  const publish = (data: string, conflationKey: string, now: number) =>
    hub.publish(update(data, { conflationKey }), now)
  publish('1', 'pool', 0)
  publish('2', 'pool', 10)
  publish('3', 'pool', 20)
  publish('4', 'other', 30)
  hub.flush()
  assert.deepEqual(a.got.splice(0), [frame('1', '1'), frame('1', '4')])
  assert.equal(hub.tick(249), true)
  assert.deepEqual(a.got, [])
  assert.equal(hub.tick(250), true)
  assert.deepEqual(a.got.splice(0), [frame('1', '3')])
  assert.deepEqual([hub.counts.frames, hub.counts.conflated], [3, 1])
  // A delayed update that is sent starts a new interval.
  publish('5', 'pool', 300)
  assert.equal(hub.tick(499), true)
  assert.deepEqual(a.got, [])
  hub.tick(500)
  assert.deepEqual(a.got, [frame('1', '5')])
  assert.equal(hub.tick(750), false)
})

test('a delayed update is for subscribers since it was published, not for those after a time without any', () => {
  const hub = new Hub(INTERVAL_MS)
  const [early, late] = [receiver(), receiver()]
  hub.add(early.it, to('1'))
  const publish = (data: string, now: number) =>
    hub.publish(update(data, { conflationKey: 'pair', part: data }), now)
  publish('1', 0)
  publish('2', 10)
  hub.add(late.it, to('2'))
  hub.remove(early.it, to('1'))
  // A remaining receiver gets the update.
  hub.tick(250)
  assert.deepEqual([early.got.splice(0), late.got.splice(0)], [[frame('1', '1')], [frame('2', '2')]])
  publish('3', 260)
  hub.remove(late.it, to('2'))
  // No receiver learns that a fork removed update 3.
  publish('not 3', 270)
  hub.add(late.it, to('3'))
  publish('4', 280)
  assert.equal(hub.tick(500), true)
  assert.deepEqual(late.got, [frame('3', '4')])
})
