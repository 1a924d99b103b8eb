// Shortens the waits of a process. A service waits half a second and more before it tries again, and an episode has many such waits. Clocks
// do not change.
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { PING_MS, TIMEOUT_MS } from '../../projections/copies/files/nats/nats-connection.ts'

const require = createRequire(import.meta.url)

/** Node's `fetch` counts its limits in ticks of this time. Shorter ticks would make its limit of 10 s too short on a busy machine. */
const FETCH_TICK_MS = 499

/** Waits that are not shortened, such as those for a NATS server. */
const UNHURRIED: readonly number[] = [FETCH_TICK_MS, TIMEOUT_MS, PING_MS]

/** Divides later waits. Intervals stay, because pings of threads need the whole deadline on a busy machine. */
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
