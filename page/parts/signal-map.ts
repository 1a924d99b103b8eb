// Signals by key, made on first use.
import { type Signal, signal } from '@preact/signals'

/**
 * Calls with equal keys return the same signal.
 * @param onNew called with each new key
 * @param onShown called when a key's value is first shown on the page, and when it is no longer shown
 */
export const signalMap = <T>(
  initial: T,
  onNew?: (key: string) => void,
  onShown?: (key: string, isShown: boolean) => void,
): ((key: string) => Signal<T>) => {
  const signals = new Map<string, Signal<T>>()
  return (key) => {
    const known = signals.get(key)
    if (known !== undefined) return known
    const made = signal<T>(initial, {
      watched: () => onShown?.(key, true),
      unwatched: () => onShown?.(key, false),
    })
    signals.set(key, made)
    onNew?.(key)
    return made
  }
}
