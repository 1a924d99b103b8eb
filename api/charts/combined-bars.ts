// Combines served bars of 5 minutes or an hour into bars of 15 minutes, 30 minutes or 4 hours. Since rounding keeps the order of prices,
// the highest of the rounded prices is also the highest price, rounded.

import type { UnixSeconds } from '../../schema/platform/clocks.ts'
import type { Bar, MarketCapBar } from '../../schema/responses/chart-responses.ts'
import { type CombinedResolution, combinedSeconds } from '../../schema/responses/charts.ts'

/** Both are written without exponent. */
const isLess = (a: string, b: string): boolean => {
  const [whole = '', fraction = ''] = a.split('.')
  const [otherWhole = '', otherFraction = ''] = b.split('.')
  if (whole.length !== otherWhole.length) return whole.length < otherWhole.length
  if (whole !== otherWhole) return whole < otherWhole
  return fraction < otherFraction
}

const joined = (bar: Bar, next: Bar): Bar => ({
  ...bar,
  low: isLess(next.low, bar.low) ? next.low : bar.low,
  high: isLess(bar.high, next.high) ? next.high : bar.high,
  close: next.close,
  volume: `${BigInt(bar.volume) + BigInt(next.volume)}`,
})

const inBuckets = <B extends { readonly time: number }>(
  bars: readonly B[],
  resolution: CombinedResolution,
  join: (bar: B, next: B) => B,
): B[] => {
  const length = combinedSeconds(resolution)
  const combined: B[] = []
  for (const bar of bars) {
    const time = bar.time - (bar.time % length)
    const last = combined.at(-1)
    if (last?.time === time) combined[combined.length - 1] = join(last, bar)
    else combined.push({ ...bar, time })
  }
  return combined
}

/** @param bars oldest first */
export const combinedBars = (bars: readonly Bar[], resolution: CombinedResolution): Bar[] =>
  inBuckets(bars, resolution, joined)

/** @param now Unix seconds within the current bar */
export const combinedMarketCaps = (
  bars: readonly MarketCapBar[],
  resolution: CombinedResolution,
  now: UnixSeconds,
): MarketCapBar[] => {
  const running = now - (now % combinedSeconds(resolution))
  return inBuckets(bars, resolution, (bar, { mCap }) => ({ ...bar, mCap })).map((bar) => ({
    ...bar,
    isRelevant: bar.time === running,
  }))
}
