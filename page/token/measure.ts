// The measures of a chart, market cap or price in ADA, and their formats.
import { compact } from '../parts/format.ts'
import { EMISSION } from '../pools.ts'

export type Measure = 'mcap' | 'price'

export const PRICES = [
  ['Open', 'open'],
  ['High', 'high'],
  ['Low', 'low'],
  ['Close', 'close'],
] as const

/** Lovelace per token becomes ADA: for the whole emission, or for one token. */
export const measured = (price: string, as: Measure): number =>
  (Number(price) * (as === 'mcap' ? EMISSION : 1)) / 1e6

/** Values below zero have no text: volumes are drawn there. */
export const formatOf =
  (as: Measure) =>
  (value: number): string =>
    value < 1e-13
      ? ''
      : as === 'mcap'
        ? compact(value)
        : // A canvas has no subscripts, and prices below one another are compared by eye.
          value.toFixed(Math.max(0, 3 - Math.floor(Math.log10(value))))
