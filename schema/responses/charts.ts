// The vocabulary of charts: resolutions and their time buckets. A bucket is identified by its start in Unix seconds (UTC). Weeks start on
// Monday, months on their first day, and other buckets at multiples of their length.
import { formatDecimal, type Ratio } from '../codecs/ratio.ts'

/** Fraction digits of every published price. */
const PRICE_DIGITS = 12

export const RESOLUTIONS = ['min1', 'min5', 'hour1', 'day1', 'week1', 'month1'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

const SECONDS = { min1: 60, min5: 300, hour1: 3_600, day1: 86_400, week1: 604_800 } as const

/** These bars are combined from several stored bars. The original interface does not have them. */
export const COMBINED = {
  min15: { of: 'min5', parts: 3 },
  min30: { of: 'min5', parts: 6 },
  hour4: { of: 'hour1', parts: 4 },
} as const satisfies Record<string, { readonly of: keyof typeof SECONDS; readonly parts: number }>
export type CombinedResolution = keyof typeof COMBINED

/** All resolutions that clients may request. */
export const HISTORY_RESOLUTIONS = [...RESOLUTIONS, 'min15', 'min30', 'hour4'] as const
export type HistoryResolution = (typeof HISTORY_RESOLUTIONS)[number]

export const isCombined = (resolution: HistoryResolution): resolution is CombinedResolution =>
  resolution in COMBINED

/** Bars start at multiples of this length. */
export const combinedSeconds = (resolution: CombinedResolution): number => {
  const { of, parts } = COMBINED[resolution]
  return parts * SECONDS[of]
}

/** Undefined for months, whose lengths differ. */
export const secondsOf = (resolution: Resolution): number | undefined =>
  resolution === 'month1' ? undefined : SECONDS[resolution]

/** 1970-01-05, the first Monday of Unix time. */
const FIRST_MONDAY = 345_600

/** Both times are Unix seconds. */
export const bucketStart = (resolution: Resolution, time: number): number => {
  if (resolution === 'month1') {
    const date = new Date(time * 1000)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000
  }
  const length = SECONDS[resolution]
  const origin = resolution === 'week1' ? FIRST_MONDAY : 0
  return origin + Math.floor((time - origin) / length) * length
}

/** Lovelace per token. */
export interface BarPrices {
  readonly open: Ratio
  readonly high: Ratio
  readonly low: Ratio
  readonly close: Ratio
}

/**
 * A bar's JSON after its pair, with the fields in their published order.
 * @param time start of the bar, Unix seconds
 * @param volume volume in lovelace
 */
export const barFragment = (time: number, prices: BarPrices, volume: bigint | string): string => {
  const [low, high, open, close] = [prices.low, prices.high, prices.open, prices.close].map((price) =>
    formatDecimal(price, PRICE_DIGITS),
  )
  return `"time":${time},"low":"${low}","high":"${high}","open":"${open}","close":"${close}","volume":"${volume}"}`
}
