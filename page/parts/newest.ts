// Values that several requests and feed topics report. The service may have made a response as soon as it was asked, so the moment of a
// response is when its request was sent. The moment of a frame is when it arrived. A value is replaced only by a value with a later moment,
// in whatever order the values arrive.
import type { ReadonlySignal } from '@preact/signals'
import { signalMap } from './signal-map.ts'

let last = 0

/** The moment of a request that is sent now, or of a frame that arrives now. Later moments are larger. */
export const askedNow = (): number => ++last

export const newestMap = <T>(initial: T, onShown?: Parameters<typeof signalMap>[2]) => {
  const signalOf = signalMap(initial, undefined, onShown)
  const moments = new Map<string, number>()
  return {
    of: (key: string): ReadonlySignal<T> => signalOf(key),
    /** @returns the newest value */
    put(key: string, value: T, at = askedNow()): T {
      const signal = signalOf(key)
      if (at >= (moments.get(key) ?? 0)) {
        moments.set(key, at)
        signal.value = value
      }
      return signal.peek()
    },
  }
}
