// Choices of a person that the browser keeps. A browser may forbid storage; a choice then lasts until the page is closed.
import { type Signal, signal } from '@preact/signals'

/** Keys of data by which the shell decides what to load: the id of the connected wallet, and the watched tokens. */
export const KEYS = { wallet: 'wallet', watched: 'watched' } as const

/** Value that the browser keeps; null for none. */
export const kept = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const store = (key: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is forbidden.
  }
}

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
