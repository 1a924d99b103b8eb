// Shortens the waits of a process. A service waits half a second and more before it tries again, and an episode has many such waits. Clocks
// do not change.
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { PING_MS, TIMEOUT_MS } from '../../projections/copies/files/nats/nats-connection.ts'

const require = createRequire(import.meta.url)

/**
 * Time in ms between ticks of Node's `fetch`, which counts its limits in ticks. These ticks are not shortened, because fetch's connection
 * limit of 10 s would become too short on a busy machine.
 */
const FETCH_TICK_MS = 499

/** Times in ms of waits that are not shortened. They include the waits for responses of a NATS server. */
const UNHURRIED: readonly number[] = [FETCH_TICK_MS, TIMEOUT_MS, PING_MS]

/**
 * Divides every later wait by a factor. Intervals do not change, because threads are pinged at intervals and need the whole deadline on a
 * busy machine.
 */
export const speedUpTimers = (factor: number): void => {
  const faster = (ms: unknown): number => {
    if (typeof ms !== 'number') return 0
    return UNHURRIED.includes(ms) ? ms : ms / factor
  }
  for (const target of [globalThis, require('node:timers')]) {
    const original = target.setTimeout
    const fast = (work: unknown, ms: unknown, ...args: unknown[]) => original(work, faster(ms), ...args)
    target.setTimeout = Object.assign(fast, original)
  }
  const promises = require('node:timers/promises')
  const original = promises.setTimeout
  promises.setTimeout = (ms: unknown, ...rest: unknown[]) => original(faster(ms), ...rest)
  syncBuiltinESMExports()
}
