// Values that several requests and topics of the feed tell. A response is as old as its question, since the service may have made it at
// once, and a frame is as new as its arrival. So a value is replaced only by one with a later moment, in whatever order they arrive.
import type { ReadonlySignal } from '@preact/signals'
import { signalMap } from './signal-map.ts'

let last = 0

/** The moment of a question that is asked now, or of a frame that arrives now: later moments are larger. */
export const askedNow = (): number => ++last

export const newestMap = <T>(initial: T, onShown?: Parameters<typeof signalMap>[2]) => {
  const signalOf = signalMap(initial, undefined, onShown)
  const moments = new Map<string, number>()
  return {
    of: (key: string): ReadonlySignal<T> => signalOf(key),
    /** Stores a value unless a newer one is known. @returns the newest value */
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
