// What the chart servers are asked about: made-up tokens with bars of one minute, every minute. The database, the
// servers and the load agree on it here.
import type { AssetId } from '../../../schema/primitives.ts'

export const PAIRS = 100
export const BARS = 2_000

/** Bars in an answer. */
export const ASKED = 300

/** Seconds of a bar. */
export const MINUTE = 60

/** Start of every pair's first bar, Unix seconds; all of them are long over. */
export const FIRST = 1_700_000_040

export const RESOLUTION = 'min1'

/** @param pair 0 to `PAIRS` - 1. */
export const tokenOf = (pair: number): AssetId =>
  `${pair.toString(16).padStart(2, '0').repeat(28)}.${Buffer.from(`Token ${pair}`).toString('hex')}`

/** Path and query of a request for `ASKED` bars. @param first which bar of the pair comes first. */
export const historyPath = (pair: number, first: number): string => {
  const from = FIRST + first * MINUTE
  return `/v1/charts/history?base=${tokenOf(pair)}&quote=.&resolution=${RESOLUTION}&from=${from}&to=${from + ASKED * MINUTE}`
}

/** Numbers from 0 to below 1 that look random and are the same each time. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
