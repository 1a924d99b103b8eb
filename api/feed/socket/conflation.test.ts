import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conflation } from './conflation.ts'

test('a key has frames once per interval: each part at once or when it is due, and of each only the newest', () => {
  const frames = new Conflation<string>(100)
  const pass = (frame: string, now: number): boolean =>
    frames.pass(frame[0] ?? '', frame[1] ?? '', frame, now)
  assert.ok(pass('ap1', 0))
  assert.ok(pass('aq1', 0), 'another part of the same moment')
  assert.ok(!pass('aq2', 0), 'the same part')
  assert.ok(!pass('aq3', 50))
  assert.equal(frames.replaced, 1)
  assert.ok(pass('bp1', 50), 'another key')
  assert.deepEqual(frames.due(99), [])
  assert.deepEqual(frames.due(100), ['aq3'])
  assert.ok(!pass('bp2', 149))
  assert.ok(!pass('bq1', 150), 'after the interval, frames that wait come first')
  assert.ok(!pass('bp3', 150))
  assert.deepEqual(frames.due(150), ['bq1', 'bp3'])
  assert.ok(pass('ap2', 200), 'after the interval, when nothing waits')
  assert.ok(!pass('ap3', 299))
  assert.deepEqual([frames.due(299), frames.due(300)], [[], ['ap3']])
  assert.equal(frames.replaced, 2)
  assert.ok(!frames.isIdle)
  assert.deepEqual([frames.due(400), frames.isIdle], [[], true])
})

test('without an interval every frame passes', () => {
  const frames = new Conflation<number>(0)
  for (const frame of [1, 2, 3]) assert.ok(frames.pass('a', 'p', frame, 7))
})
