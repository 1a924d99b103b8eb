// A process's two clocks, as types that cannot be mixed up: the compiler refuses a time of one clock where a time of the other is expected.
// A plain number fits both, for tests and sums.
declare const clock: unique symbol

/**
 * Unix milliseconds. This clock may be set forward or back at any time. Use it only for times that are shown or stored, and to compare with
 * the chain.
 */
export type TimeOfDay = number & { readonly [clock]?: 'time of day' }

/** Seconds of the same clock. */
export type UnixSeconds = number & { readonly [clock]?: 'seconds of the time of day' }

/** Milliseconds of a clock that only moves forward: for durations, limits and expiry. */
export type Uptime = number & { readonly [clock]?: 'uptime' }

export const timeOfDay = (): TimeOfDay => Date.now()

export const uptime = (): Uptime => performance.now()

declare global {
  interface DateConstructor {
    now(): TimeOfDay
  }
}

declare module 'node:perf_hooks' {
  interface Performance {
    now(): Uptime
  }
}
