// The compiler refuses a time of the wrong clock. If the compiler accepts a line after `@ts-expect-error`, the type check fails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TimeOfDay, timeOfDay, type Uptime, uptime } from './clocks.ts'

const limited = (now: Uptime, clock: () => Uptime = uptime): boolean => now <= clock()
const shown = (now: TimeOfDay, clock: () => TimeOfDay = timeOfDay): boolean => now <= clock()

test('a time of day is no time that passes', () => {
  assert.ok(limited(uptime()) && limited(performance.now()) && shown(timeOfDay()) && shown(Date.now()))
  // @ts-expect-error
  assert.ok(!limited(Date.now()))
  // @ts-expect-error
  assert.ok(shown(performance.now()))
  // @ts-expect-error
  assert.ok(limited(0, timeOfDay))
  // @ts-expect-error
  assert.ok(!shown(Date.now(), uptime))
})
