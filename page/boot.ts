// The page's first script, separate from the others. It handles scripts that do not arrive, because the network loses packets, or because
// the service was upgraded after the page was loaded. It requests the missing file again, and then reloads the page. The words for the
// person are in the HTML.
import { mayReload } from './may-reload.ts'

const WAITING = '.boot'
/** Time in ms after which the scripts count as missing, and interval in ms between two tries. */
const [START_TIMEOUT_MS, RETRY_INTERVAL_MS] = [5_000, 3_000]

const isMissing = (): boolean => document.querySelector(WAITING) !== null

const say = (words: string): void => {
  const place = document.querySelector(WAITING)
  if (place !== null) place.textContent = words
}

/** A service without the script serves another version of the page. */
const check = async (): Promise<void> => {
  if (!isMissing()) return
  const script = document.querySelector<HTMLScriptElement>('script[data-main]')
  try {
    const { ok } = await fetch(script?.src ?? '', { cache: 'no-cache' })
    const page = ok || (await fetch(location.href, { cache: 'no-store' })).ok
    if (isMissing() && page && mayReload()) location.reload()
    else say('The page is loading. If this stays, load it again.')
  } catch {
    say('A part of the page has not arrived. It is tried again.')
  }
  setTimeout(() => void check(), RETRY_INTERVAL_MS)
}

setTimeout(() => void check(), START_TIMEOUT_MS)
addEventListener('online', () => void check())
