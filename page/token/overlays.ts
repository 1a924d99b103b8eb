// Computes what is drawn over the candles: a moving average, the volume-weighted average price, and marks of trades of the wallet and the
// creator. The numbers are for display only.
import { ADA } from '../../schema/primitives.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'

export interface Candle {
  /** Start, Unix seconds. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export type LinePoint = Readonly<Record<'time' | 'value', number>>

export const AVERAGED = 20

/** Mean of the last `AVERAGED` closing prices. The line begins at the first bar that has enough bars before it. */
export const movingAverage = (candles: readonly Candle[]): LinePoint[] => {
  let sum = 0
  return candles.flatMap(({ time, close }, at) => {
    sum += close - (candles[at - AVERAGED]?.close ?? 0)
    return at < AVERAGED - 1 ? [] : [{ time, value: sum / AVERAGED }]
  })
}

/** Mean of the bars' typical prices, weighted by volume. The line begins at the first bar with a volume. */
export const vwap = (candles: readonly Candle[]): LinePoint[] => {
  let [weighed, volume] = [0, 0]
  return candles.flatMap((candle) => {
    weighed += ((candle.high + candle.low + candle.close) / 3) * candle.volume
    volume += candle.volume
    return volume === 0 ? [] : [{ time: candle.time, value: weighed / volume }]
  })
}

export interface Mark {
  /** Start of the bar with the mark, Unix seconds. */
  readonly time: number
  readonly isBuy: boolean
  readonly who: 'you' | 'dev'
}

/** One mark for each bar, side and person with a filled order, oldest first. */
export const marksOf = (
  orders: readonly ApiOrder[],
  bars: readonly { readonly time: number }[],
  whoOf: (pkh: string) => Mark['who'] | undefined,
): readonly Mark[] => {
  const marks = new Map<string, Mark>()
  for (const { status, timestamp, pkh, from } of orders) {
    const who = whoOf(pkh)
    if (status !== 'Evaluated' || who === undefined) continue
    const bar = bars.findLast(({ time }) => time <= timestamp)
    if (bar === undefined) continue
    const mark = { time: bar.time, isBuy: from === ADA, who }
    marks.set(Object.values(mark).join(), mark)
  }
  return [...marks.values()].sort((a, b) => a.time - b.time)
}
