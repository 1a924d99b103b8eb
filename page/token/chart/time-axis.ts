// Fills the gaps of the chart's time axis. Only trades make bars, so a short time without trades becomes flat candles. A long time without
// trades becomes a break, which names its length.
import type { Bar } from '../../../schema/responses/chart-responses.ts'
import type { Candle } from '../overlays.ts'

/** Maximum number of flat candles between two trades, and number of empty places that replace a longer gap. */
const [MOST_FLAT, EMPTY] = [48, 3]

/**
 * @param step seconds of a candle
 * @param now Unix seconds of the end; undefined to end with the last candle
 * @returns candles and empty places, and the breaks: the start of the next candle, and the length
 */
export const onTimeAxis = (candles: readonly Candle[], step: number, now?: number) => {
  const places: (Candle | { readonly time: number })[] = []
  const breaks: { readonly time: number; readonly seconds: number }[] = []
  const last = candles.at(-1)
  const end = now === undefined || last === undefined ? 0 : Math.floor((now - last.time) / step) * step
  const flat = (time: number, price: number): Candle => ({
    time,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0,
  })
  const all = last !== undefined && end > 0 ? [...candles, flat(last.time + end, last.close)] : candles
  for (const [at, candle] of all.entries()) {
    const before = all[at - 1]
    const missing = before === undefined ? 0 : Math.round((candle.time - before.time) / step) - 1
    const isBreak = missing > MOST_FLAT
    for (let place = 1; before !== undefined && place <= (isBreak ? EMPTY : missing); place++) {
      const time = before.time + place * step
      places.push(isBreak ? { time } : flat(time, before.close))
    }
    if (isBreak) breaks.push({ time: candle.time, seconds: candle.time - (before?.time ?? 0) })
    places.push(candle)
  }
  return { places, breaks }
}

const outer = (a: string, b: string, sign: 1 | -1): string => (sign * (Number(a) - Number(b)) >= 0 ? a : b)

/**
 * A joined bar has `step` seconds.
 * @param bars oldest first
 */
export const joined = (bars: readonly Bar[], step: number): readonly Bar[] => {
  const made: Bar[] = []
  for (const bar of bars) {
    const time = Math.floor(bar.time / step) * step
    const last = made.at(-1)
    if (last === undefined || last.time !== time) made.push({ ...bar, time })
    else
      made[made.length - 1] = {
        ...last,
        high: outer(last.high, bar.high, 1),
        low: outer(last.low, bar.low, -1),
        close: bar.close,
        volume: `${BigInt(last.volume) + BigInt(bar.volume)}`,
      }
  }
  return made
}
