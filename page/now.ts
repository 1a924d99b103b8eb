// The time of day, for ages, countdowns and windows of 24 hours. If this device's clock is wrong, the service's clock is used.
import { signal } from '@preact/signals'

/** Difference in ms up to which this device's clock counts as right. A slow response causes a difference. */
const TOLERANCE_MS = 30_000

/** Milliseconds by which the time of day is ahead of `performance.now()`; undefined while this device's clock is right. */
const ahead = signal<number | undefined>(undefined)

/** Milliseconds since 1970. A component that reads them is drawn again when the service's clock is read. */
export const now = (): number => (ahead.value === undefined ? Date.now() : performance.now() + ahead.value)

/** Reads the device's clock, which is known before the service's. */
export const deviceNow = (): number => Date.now()

/** A person may have set the wrong day. */
const MOST_WRONG_MS = 24 * 60 * 60_000

/** For checks of what the service builds: a hostile service cannot move this time by more than a day. */
export const checkedNow = (): number => Math.min(now(), Date.now() + MOST_WRONG_MS)

let setRead = (): void => {}

/** Settles when the request for the service's clock has ended. Before that, `now` may be wrong by a day. */
export const clockRead = new Promise<void>((resolve) => {
  setRead = resolve
})

/** @param time the service's Unix milliseconds; undefined without a response */
export const setNow = (time: number | undefined): void => {
  setRead()
  if (time !== undefined)
    ahead.value = Math.abs(time - Date.now()) > TOLERANCE_MS ? time - performance.now() : undefined
}
