// The time of day by the service's clock, since a person's clock may be a day off: ages, countdowns and windows of 24 hours follow it.

/** Milliseconds by which the time of day is ahead of the clock that counts from the page's beginning; undefined until it is known. */
let ahead: number | undefined

/** Milliseconds since 1970; by this device's clock until the service's is known. */
export const now = (): number => (ahead === undefined ? Date.now() : performance.now() + ahead)

/** Takes over the service's clock. @param time its milliseconds since 1970 at this moment */
export const setNow = (time: number): void => {
  ahead = time - performance.now()
}
