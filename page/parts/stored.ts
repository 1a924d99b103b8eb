// Choices of a person that the browser keeps. A browser may forbid storage; a choice then lasts until the page is closed.
import { type Signal, signal } from '@preact/signals'

/** Keys of data by which the shell decides what to load: the id of the connected wallet, the watched tokens, and sent transactions. */
export const KEYS = { wallet: 'wallet', watched: 'watched', sent: 'sent' } as const

/** Reading of a property of `window` throws if the browser forbids storage. */
type Area = () => Storage
const read = (area: Area, key: string): string | null => {
  try {
    return area().getItem(key)
  } catch {
    return null
  }
}
const write = (area: Area, key: string, value: string | undefined): void => {
  try {
    if (value === undefined) area().removeItem(key)
    else area().setItem(key, value)
  } catch {
    // Storage is forbidden or full.
  }
}

/** Value that the browser keeps; null for none. */
export const kept = (key: string): string | null => read(() => localStorage, key)
export const store = (key: string, value: string | undefined): void => write(() => localStorage, key, value)

/** Value that the browser keeps while the tab is open, over a reload; null for none. */
export const keptInTab = (key: string): string | null => read(() => sessionStorage, key)
export const storeInTab = (key: string, value: string | undefined): void =>
  write(() => sessionStorage, key, value)

/**
 * Makes a signal of one of a few values, which is kept over a reload.
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
