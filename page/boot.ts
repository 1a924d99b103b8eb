// The first script of the page, of its own, for the case that the others do not arrive: a lossy network, or a deploy between the page and its
// scripts. The words are in the page's HTML; this script asks for the missing file again, and then loads the page again.
import { mayReload } from './may-reload.ts'

const WAITING = '.boot'
/** Times until the scripts count as missing, and between two tries. */
const [START_TIMEOUT_MS, RETRY_INTERVAL_MS] = [5_000, 3_000]

const isMissing = (): boolean => document.querySelector(WAITING) !== null

const say = (words: string): void => {
  const place = document.querySelector(WAITING)
  if (place !== null) place.textContent = words
}

/** Loads the page again as soon as the service has its scripts. A file that is missing belongs to another version of the page. */
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
