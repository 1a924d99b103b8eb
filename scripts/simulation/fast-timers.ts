// Shortens the waits of a process: an episode of the simulation is full of waits that a service has for good reason, of half a second and
// more before it tries again. Clocks are not changed.
import { createRequire, syncBuiltinESMExports } from 'node:module'

const require = createRequire(import.meta.url)

/** Divides every wait from now on. */
export const speedUpTimers = (factor: number): void => {
  const faster = (ms: unknown): number => (typeof ms === 'number' ? ms / factor : 0)
  for (const target of [globalThis, require('node:timers')])
    for (const name of ['setTimeout', 'setInterval']) {
      const original = Reflect.get(target, name)
      const fast = (work: unknown, ms: unknown, ...args: unknown[]) => original(work, faster(ms), ...args)
      Reflect.set(target, name, Object.assign(fast, original))
    }
  const promises = require('node:timers/promises')
  const original = promises.setTimeout
  promises.setTimeout = (ms: unknown, ...rest: unknown[]) => original(faster(ms), ...rest)
  syncBuiltinESMExports()
}
