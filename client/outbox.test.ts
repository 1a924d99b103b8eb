import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Outbox } from './outbox.ts'

test('messages are sent at their pace when the time of day is set', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let [ahead, passed] = [0, 0]
  t.mock.method(Date, 'now', () => 1_800_000_000_000 + ahead)
  t.mock.method(performance, 'now', () => passed)
  const sent: string[] = []
  const outbox = new Outbox((text) => sent.push(text), { rate: 1, burst: 2 })
  const pass = (ms: number): void => {
    passed += ms
    t.mock.timers.tick(ms)
  }
  for (const n of [1, 2, 3, 4]) outbox.put({ n })
  assert.deepEqual(sent, ['{"n":1}', '{"n":2}'])
  ahead = -3_600_000
  pass(1_000)
  assert.deepEqual(sent.slice(2), ['{"n":3}'])
  ahead = 86_400_000
  pass(999)
  assert.deepEqual(sent.slice(3), [])
  pass(1)
  assert.deepEqual(sent.slice(3), ['{"n":4}'])
  ahead = -86_400_000
  outbox.put({ n: 5 })
  pass(1_000)
  assert.deepEqual(sent.slice(4), ['{"n":5}'])
})
