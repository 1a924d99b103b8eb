// Choices of a person that the browser keeps. If the browser forbids storage, a choice lasts until the page is closed.
import { type Signal, signal } from '@preact/signals'

/** These data decide what the page loads: the id of the connected wallet, the watched tokens, and sent transactions. */
export const KEYS = { wallet: 'wallet', watched: 'watched', sent: 'sent' } as const

/** Null stands for no value. If the browser forbids storage, even reading the area throws. */
const storeOf = (area: () => Storage) =>
  [
    (key: string): string | null => {
      try {
        return area().getItem(key)
      } catch {
        return null
      }
    },
    (key: string, value: string | undefined): void => {
      try {
        if (value === undefined) area().removeItem(key)
        else area().setItem(key, value)
      } catch {
        // Storage is forbidden or full.
      }
    },
  ] as const

export const [kept, store] = storeOf(() => localStorage)
/** The browser keeps these values while the tab is open, even if the page is reloaded. */
export const [keptInTab, storeInTab] = storeOf(() => sessionStorage)

/**
 * The browser keeps the value when the page is reloaded.
 * @param choices the first is the default
 */
export const stored = <T extends string | undefined>(
  key: string,
  choices: readonly [T, ...T[]],
): Signal<T> => {
  const before = kept(key)
  const made = signal<T>(choices.find((each) => each === before) ?? choices[0])
  let isFirst = true
  made.subscribe((value) => {
    if (!isFirst) store(key, value)
    isFirst = false
  })
  return made
}
