// The tokens that a person watches, stored by the browser, and the changes of a token that cause an alert.
import { signal } from '@preact/signals'
import { ada } from '../parts/format.ts'
import { memberOf } from '../parts/member.ts'
import { KEYS, kept, store } from '../parts/stored.ts'
import { isGraduated, type Pool } from '../pools.ts'

export interface Watched {
  readonly asset: string
  /** Market caps in lovelace. An alert removes the market cap that caused it. */
  readonly above?: number
  readonly below?: number
}

/** Each watched token needs a subscription to the feed. */
export const MOST = 30

const boundIn = (entry: unknown, name: 'above' | 'below') => {
  const bound = memberOf(entry, name)
  return typeof bound === 'number' && bound > 0 ? { [name]: bound } : {}
}

/** Invalid entries are left out. */
export const readWatched = (text: string | null): readonly Watched[] => {
  try {
    const entries: unknown = JSON.parse(text ?? '[]')
    return (Array.isArray(entries) ? entries : [])
      .flatMap((entry: unknown): Watched[] => {
        const asset = memberOf(entry, 'asset')
        if (typeof asset !== 'string') return []
        return [{ asset, ...boundIn(entry, 'above'), ...boundIn(entry, 'below') }]
      })
      .slice(0, MOST)
  } catch {
    return []
  }
}

export const watched = signal(readWatched(kept(KEYS.watched)))
/** A fork removed these tokens, or they are from another network. */
export const unlisted = signal<ReadonlySet<string>>(new Set())

/** Another tab may have changed the list, so it is read again. */
const listNow = (): readonly Watched[] => {
  const text = kept(KEYS.watched)
  return text === null ? watched.peek() : readWatched(text)
}
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === KEYS.watched) watched.value = readWatched(newValue)
})

const set = (next: readonly Watched[]): void => {
  watched.value = next
  store(KEYS.watched, next.length === 0 ? undefined : JSON.stringify(next))
}

export const unwatch = (asset: string): void => set(listNow().filter((each) => each.asset !== asset))

/** Above the maximum, the oldest token is removed. */
export const watch = (next: Watched): void => {
  const known = listNow()
  const isKnown = known.some(({ asset }) => asset === next.asset)
  if (isKnown) set(known.map((each) => (each.asset === next.asset ? next : each)))
  else set([next, ...known].slice(0, MOST))
}

/** Words of the alert, and the watched token after it; undefined if the change causes no alert. */
export const alertOf = (
  of: Watched,
  before: Pool,
  now: Pool,
): { words: string; watched: Watched } | undefined => {
  const { ticker } = now.info
  const { above, ...withoutAbove } = of
  const { below, ...withoutBelow } = of
  const cap = now.metrics.marketCap
  if (!isGraduated(before) && isGraduated(now)) return { words: `${ticker} has graduated`, watched: of }
  if (above !== undefined && cap >= above)
    return { words: `${ticker} rose to ₳${ada(cap)}, above ₳${ada(above)}`, watched: withoutAbove }
  if (below !== undefined && cap <= below)
    return { words: `${ticker} fell to ₳${ada(cap)}, below ₳${ada(below)}`, watched: withoutBelow }
  return undefined
}
