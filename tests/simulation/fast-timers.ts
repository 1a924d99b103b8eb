// Shortens the waits of a process: a service waits half a second and more before it tries again, and an episode of the simulation
// has many such waits. Clocks are not changed.
import { createRequire, syncBuiltinESMExports } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Divides every wait from now on. Intervals are not changed: threads are pinged at intervals, and on a busy machine a thread
 * needs its whole deadline to answer.
 */
export const speedUpTimers = (factor: number): void => {
  const faster = (ms: unknown): number => (typeof ms === 'number' ? ms / factor : 0)
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
