// The last day of each token in a few points, for lines and changes.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Sparkline } from '../../../../schema/answers/sparklines.ts'
import { dataOf } from '../../../client/client.ts'
import { type Pool, priceOf } from '../pools.ts'
import { client } from '../service.ts'

const DAY = 86_400
/** Most tokens in one request. */
const MOST = 100
const POINTS = 40

const sparks = new Map<string, Signal<Sparkline | undefined>>()

const signalOf = (asset: string): Signal<Sparkline | undefined> => {
  const known = sparks.get(asset)
  if (known !== undefined) return known
  const made = signal<Sparkline | undefined>(undefined)
  sparks.set(asset, made)
  return made
}

export const sparkOf = (asset: string): ReadonlySignal<Sparkline | undefined> => signalOf(asset)

export const fetchSparks = async (assets: readonly string[]): Promise<void> => {
  const to = Math.floor(Date.now() / 1000) + 60
  const query = { from: to - DAY, to, points: POINTS }
  for (let at = 0; at < assets.length; at += MOST) {
    const body = assets.slice(at, at + MOST)
    const answer = await client.POST('/v1/charts/sparklines', { params: { query }, body })
    for (const spark of dataOf(answer)) signalOf(spark.asset).value = spark
  }
}

/** Prices of the day, lovelace per token, the last one as it is now. */
export const pricesOf = (pool: Pool): number[] => {
  const spark = signalOf(pool.info.asset).value
  return spark === undefined
    ? []
    : [Number(spark.open), ...spark.closes.slice(0, -1).map(Number), priceOf(pool)]
}

/** The change of a day, as a share; undefined while it is not known. */
export const changeOf = (pool: Pool): number | undefined => {
  const open = Number(signalOf(pool.info.asset).value?.open ?? 0)
  return open === 0 ? undefined : priceOf(pool) / open - 1
}
