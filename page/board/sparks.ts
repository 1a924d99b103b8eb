// Sparklines: a few prices of each token in the last 24 hours, from which lines and price changes are made.
import type { ReadonlySignal } from '@preact/signals'
import { fetching, PAUSE_MS, SOON_MS } from '../fetching.ts'
import { clockRead, now } from '../now.ts'
import { askedNow, newestMap } from '../parts/newest.ts'
import { type Pool, priceOf } from '../pools.ts'
import { client, dataOf } from '../service.ts'

const DAY = 86_400
const MAX_TOKENS = 100
const POINTS = 40

/** `wanted` has the shown tokens whose sparklines are missing or old. */
const shown = new Set<string>()
const wanted = new Set<string>()

interface Spark {
  /** Lovelace. */
  readonly volume: string
  /** Lovelace per token, oldest first. */
  readonly prices: readonly number[]
}

const sparks = newestMap<Spark | undefined>(undefined, (asset, isShown) => {
  shown.delete(asset)
  wanted.delete(asset)
  if (!isShown) return
  shown.add(asset)
  if (sparkOf(asset).peek() !== undefined) return
  wanted.add(asset)
  fetchMissing()
})

export const sparkOf = (asset: string): ReadonlySignal<Spark | undefined> => sparks.of(asset)

const load = async (): Promise<void> => {
  await clockRead
  while (wanted.size > 0) {
    const to = Math.floor(now() / 1000) + 60
    const query = { from: to - DAY, to, points: POINTS }
    const asked = askedNow()
    const body = [...wanted].slice(0, MAX_TOKENS)
    const response = await client.POST('/v1/charts/sparklines', { params: { query }, body })
    for (const { asset, volume, open, closes } of dataOf(response))
      sparks.put(asset, { volume, prices: [open, ...closes].map(Number) }, asked)
    for (const asset of body) wanted.delete(asset)
  }
}
const fetchMissing = fetching('the last 24 hours', { delay: SOON_MS, load })
const fetchOld = fetching('the last 24 hours', { delay: SOON_MS, pause: PAUSE_MS.many, load })

export const renewSparks = (assets: Iterable<string> = shown): void => {
  for (const asset of assets) if (shown.has(asset)) wanted.add(asset)
  if (wanted.size > 0) fetchOld()
}

/** Lovelace per token in the last 24 hours; the last is the current price. */
export const pricesOf = (pool: Pool): number[] => {
  const prices = sparks.of(pool.info.asset).value?.prices
  return prices === undefined ? [] : [...prices.slice(0, -1), priceOf(pool)]
}

/** As a share; undefined while unknown. */
export const changeOf = (pool: Pool): number | undefined => {
  const open = sparks.of(pool.info.asset).value?.prices[0]
  return open ? priceOf(pool) / open - 1 : undefined
}
