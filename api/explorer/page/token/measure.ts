// The measures of a chart, market cap or price, both in ADA, and their formats.

import { compact, small } from '../parts/format.ts'
import { EMISSION } from '../pools.ts'

export type Measure = 'mcap' | 'price'

/** Converts a price in lovelace per token to ADA for the whole emission, or for one token. */
export const measured = (price: string, as: Measure): number =>
  (Number(price) * (as === 'mcap' ? EMISSION : 1)) / 1e6

/** Format of a measure. Values of the axis below zero are left empty: volumes are drawn there. */
export const formatOf =
  (as: Measure) =>
  (value: number): string =>
    value < 1e-13 ? '' : as === 'mcap' ? compact(value) : value >= 0.001 ? value.toPrecision(4) : small(value)
