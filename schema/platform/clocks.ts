// The two clocks of a process, as types that cannot be confused: the compiler refuses one where the other is expected. A plain number fits
// both, for tests and sums.
declare const clock: unique symbol

/** Milliseconds since 1970. The clock may be set forward or back at any time: use it only for shown or stored times, and to compare with the chain. */
export type TimeOfDay = number & { readonly [clock]?: 'time of day' }

/** Seconds since 1970, of the same clock. */
export type UnixSeconds = number & { readonly [clock]?: 'seconds of the time of day' }

/** Milliseconds that pass, of a clock that nobody sets: for durations, limits and expiry. */
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
