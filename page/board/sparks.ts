// Sparklines: the prices of each token in the last 24 hours in a few points, for lines and changes.
import type { ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Sparkline } from '../../schema/responses/sparklines.ts'
import { askedNow, newestMap } from '../parts/newest.ts'
import { type Pool, priceOf } from '../pools.ts'
import { client, dataOf } from '../service.ts'

const DAY = 86_400
const MAX_TOKENS = 100
const POINTS = 40

const sparks = newestMap<Sparkline | undefined>(undefined)

export const sparkOf = (asset: string): ReadonlySignal<Sparkline | undefined> => sparks.of(asset)

export const fetchSparks = async (assets: readonly string[]): Promise<void> => {
  const to = Math.floor(Date.now() / 1000) + 60
  const query = { from: to - DAY, to, points: POINTS }
  for (let at = 0; at < assets.length; at += MAX_TOKENS) {
    const asked = askedNow()
    const body = assets.slice(at, at + MAX_TOKENS)
    const response = await client.POST('/v1/charts/sparklines', { params: { query }, body })
    for (const spark of dataOf(response)) sparks.put(spark.asset, spark, asked)
  }
}

/** Fetches the sparklines of shown tokens that have none. Without them the cards say the same, so a failure needs no words. */
export const useSparks = (assets: readonly string[]): void =>
  useEffect(() => {
    const missing = assets.filter((asset) => !sparkOf(asset).peek())
    if (missing.length > 0) void fetchSparks(missing).catch(() => {})
  }, [assets.join()])

/** Prices of the last 24 hours in lovelace per token; the last is the current price. */
export const pricesOf = (pool: Pool): number[] => {
  const spark = sparks.of(pool.info.asset).value
  return spark === undefined
    ? []
    : [Number(spark.open), ...spark.closes.slice(0, -1).map(Number), priceOf(pool)]
}

/** Change of the price in 24 hours as a share; undefined while unknown. */
export const changeOf = (pool: Pool): number | undefined => {
  const open = Number(sparks.of(pool.info.asset).value?.open ?? 0)
  return open === 0 ? undefined : priceOf(pool) / open - 1
}
