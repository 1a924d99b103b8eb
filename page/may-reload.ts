/** Minimum time in ms between two reloads by the page itself. */
const RELOAD_INTERVAL_MS = 20_000
const KEY = 'reloaded'

/** This call counts as a reload. */
export const mayReload = (): boolean => {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < RELOAD_INTERVAL_MS) return false
    sessionStorage.setItem(KEY, `${Date.now()}`)
    return true
  } catch {
    // Without storage the page cannot count its reloads, and could reload endlessly.
    return false
  }
}
