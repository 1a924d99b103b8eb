// What a chart shows of a price, and how it writes that: the market cap in ADA, or the price of a token in ADA.

import { compact, small } from '../parts/format.ts'
import { EMISSION } from '../pools.ts'

export type Measure = 'mcap' | 'price'

/** ADA for the whole emission, or for a token; of a price in lovelace per token. */
export const measured = (price: string, as: Measure): number =>
  (Number(price) * (as === 'mcap' ? EMISSION : 1)) / 1e6

/** Values of the axis below zero are only the room of the volumes. */
export const formatOf =
  (as: Measure) =>
  (value: number): string =>
    value < 1e-13 ? '' : as === 'mcap' ? compact(value) : value >= 0.001 ? value.toPrecision(4) : small(value)
