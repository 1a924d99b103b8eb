// The time of day, by the service's clock where this device's is wrong: ages, countdowns and windows of 24 hours follow it.

/** Difference of the two clocks in ms, up to which this device's is right: a response takes a while. */
const TOLERANCE_MS = 30_000

/** Milliseconds by which the time of day is ahead of the clock that counts from the page's beginning; undefined while this device's is right. */
let ahead: number | undefined

/** Milliseconds since 1970. */
export const now = (): number => (ahead === undefined ? Date.now() : performance.now() + ahead)

let setRead = (): void => {}

/** Settled once the service's clock has been asked for: until then this device's may be a day off. */
export const clockRead = new Promise<void>((resolve) => {
  setRead = resolve
})

/** Compares this device's clock with the service's. @param time its milliseconds since 1970 now; undefined without a response */
export const setNow = (time: number | undefined): void => {
  setRead()
  if (time !== undefined)
    ahead = Math.abs(time - Date.now()) > TOLERANCE_MS ? time - performance.now() : undefined
}
