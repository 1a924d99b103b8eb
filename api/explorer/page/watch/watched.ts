// The tokens that a person watches, kept by the browser, and when a change of one of them is worth an alert.
import { signal } from '@preact/signals'
import { ada } from '../parts/format.ts'
import { KEYS, kept, store } from '../parts/stored.ts'
import { isGraduated, type Pool } from '../pools.ts'

export interface Watched {
  readonly asset: string
  /** Market caps in lovelace; an alert removes the one that it is about. */
  readonly above?: number
  readonly below?: number
}

/** Most watched tokens: each is a subscription of the feed. */
export const MOST = 30

const boundIn = (entry: object, name: 'above' | 'below') => {
  const bound: unknown = Reflect.get(entry, name)
  return typeof bound === 'number' && bound > 0 ? { [name]: bound } : {}
}

/** Watched tokens from a text of the browser's storage; what is not one is left out. */
export const readWatched = (text: string | null): readonly Watched[] => {
  try {
    const entries: unknown = JSON.parse(text ?? '[]')
    return (Array.isArray(entries) ? entries : [])
      .flatMap((entry: unknown): Watched[] => {
        const asset: unknown = typeof entry === 'object' && entry !== null && Reflect.get(entry, 'asset')
        return typeof asset === 'string' && typeof entry === 'object' && entry !== null
          ? [{ asset, ...boundIn(entry, 'above'), ...boundIn(entry, 'below') }]
          : []
      })
      .slice(0, MOST)
  } catch {
    return []
  }
}

/** Newest first. */
export const watched = signal(readWatched(kept(KEYS.watched)))

const set = (next: readonly Watched[]): void => {
  watched.value = next
  store(KEYS.watched, next.length === 0 ? undefined : JSON.stringify(next))
}

export const unwatch = (asset: string): void => set(watched.peek().filter((each) => each.asset !== asset))

/** Watches a token, or changes its bounds. The oldest of too many is dropped. */
export const watch = (next: Watched): void => {
  const known = watched.peek()
  const isKnown = known.some(({ asset }) => asset === next.asset)
  set(
    isKnown
      ? known.map((each) => (each.asset === next.asset ? next : each))
      : [next, ...known].slice(0, MOST),
  )
}

export interface Alert {
  readonly words: string
  /** The token as it is watched after the alert. */
  readonly watched: Watched
}

/** The alert that a change of a token leads to; undefined for none. */
export const alertOf = (of: Watched, before: Pool, now: Pool): Alert | undefined => {
  const { ticker } = now.info
  const { asset, above, below } = of
  const cap = now.metrics.marketCap
  if (!isGraduated(before) && isGraduated(now)) return { words: `${ticker} has graduated`, watched: of }
  if (above !== undefined && cap >= above)
    return {
      words: `${ticker} rose to ₳${ada(cap)}, above ₳${ada(above)}`,
      watched: { asset, ...(below !== undefined && { below }) },
    }
  if (below !== undefined && cap <= below)
    return {
      words: `${ticker} fell to ₳${ada(cap)}, below ₳${ada(below)}`,
      watched: { asset, ...(above !== undefined && { above }) },
    }
  return undefined
}
