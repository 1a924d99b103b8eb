// Candlesticks of every token in the six stored resolutions. Each row has its JSON for responses, so a response only joins rows. A bar
// opens at the price before its first trade. The launch makes the first bar, which opens at the curve's first price. The launch's purchase
// is the first trade. Orders that fill each other add volume but do not change the price.

import { least, MAX_QUANTITY } from '../../schema/amount-limits.ts'
import { compareRatios, formatRatio, parseRatio, type Ratio, reduceRatio } from '../../schema/codecs/ratio.ts'
import { marketCap } from '../../schema/launchpad/curve.ts'
import {
  type BarPrices,
  barFragment,
  bucketStart,
  RESOLUTIONS,
  type Resolution,
} from '../../schema/responses/charts.ts'
import { type FoldedBlock, model } from '../engine/fold/model.ts'
import { amount, integer, text } from '../engine/table/column.ts'
import type { StateRows } from '../engine/table/rows.ts'
import { type RowOf, stateTable } from '../engine/table/table.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'

export const bars = stateTable('bars', {
  key: ['pool', 'resolution', 'time'],
  columns: {
    /** Id of the pool. */
    pool: integer,
    /** Index of the resolution in `RESOLUTIONS`. */
    resolution: integer,
    /** Start of the bar, Unix seconds. */
    time: integer,
    /** Price before the first trade of the bar: lovelace per token, an exact fraction. */
    open: text,
    /** Highest price before or after a trade, in the form of `open`. */
    high: text,
    /** Lowest price before or after a trade, in the form of `open`. */
    low: text,
    /** Price after the last trade, in the form of `open`. */
    close: text,
    /** Lovelace of the trades. */
    volume: amount,
    /** Number of orders and trades. */
    trades: integer,
    /** Market capitalisation at the close: lovelace for the whole emission, digits. */
    market_cap: text,
    /** JSON of the bar as the API returns it, from `"time"` on. */
    fragment: text,
  },
  topics: { pool: 'pool', resolution: 'resolution' },
})

type BarKey = 'pool' | 'resolution' | 'time'
type BarRow = RowOf<typeof bars.columns>
type Bars = StateRows<typeof bars.columns, BarKey>

export const resolutionId = (resolution: Resolution): number => RESOLUTIONS.indexOf(resolution)

export const barPrices = (bar: Readonly<Record<keyof BarPrices, string>>): BarPrices => ({
  open: parseRatio(bar.open),
  high: parseRatio(bar.high),
  low: parseRatio(bar.low),
  close: parseRatio(bar.close),
})

const higher = (a: Ratio, b: Ratio): Ratio => (compareRatios(a, b) < 0 ? b : a)
const lower = (a: Ratio, b: Ratio): Ratio => (compareRatios(a, b) > 0 ? b : a)

/**
 * The price before the move counts for an existing bar too, because a graduation or a deposit may have changed it without a trade.
 * Otherwise a bar's range might not include that of a shorter bar.
 */
const moved = (earlier: BarPrices | undefined, before: Ratio, after: Ratio): BarPrices => ({
  open: earlier?.open ?? before,
  high: higher(higher(earlier?.high ?? before, before), after),
  low: lower(lower(earlier?.low ?? before, before), after),
  close: after,
})

/**
 * Changes the block's bars in all resolutions.
 * @param next returns new prices from the old ones
 * @param traded lovelace to add to the volume, which is capped at 200 times all ADA, the column's maximum
 */
const changeBars = (
  rows: Bars,
  pool: number,
  { time: now }: FoldedBlock,
  next: (prices: BarPrices | undefined) => BarPrices,
  traded: bigint | undefined,
): void => {
  for (const resolution of RESOLUTIONS) {
    const time = bucketStart(resolution, now)
    rows.change({ pool, resolution: resolutionId(resolution), time }, (bar): Omit<BarRow, BarKey> => {
      const prices = next(bar && barPrices(bar))
      const total = least((bar?.volume ?? 0n) + (traded ?? 0n), MAX_QUANTITY)
      return {
        open: formatRatio(prices.open),
        high: formatRatio(prices.high),
        low: formatRatio(prices.low),
        close: formatRatio(prices.close),
        volume: total,
        trades: (bar?.trades ?? 0) + (traded === undefined ? 0 : 1),
        market_cap: marketCap(prices.close).toString(),
        fragment: barFragment(time, prices, total),
      }
    })
  }
}

export const barsModel = model<LaunchpadEvent>()({
  name: 'bars',
  version: 3,
  tables: { bars },
  on: {
    launched({ poolId, initialPrice, price }, tables, block) {
      const [before, after] = [reduceRatio(initialPrice), reduceRatio(price)]
      changeBars(tables.bars, poolId, block, (prices) => moved(prices, before, after), undefined)
    },
    traded({ poolId, priceBefore, price, lovelace }, tables, block) {
      const [before, after] = [reduceRatio(priceBefore), reduceRatio(price)]
      changeBars(tables.bars, poolId, block, (prices) => moved(prices, before, after), lovelace)
    },
    matched({ poolId, lovelace }, tables, block) {
      // An adopted pool without a trade has no bar, and no price with which a bar could begin.
      const last = tables.bars.newest(poolId, resolutionId('min1'))
      if (last === undefined) return
      const { close } = barPrices(last)
      const flat: BarPrices = { open: close, high: close, low: close, close }
      changeBars(tables.bars, poolId, block, (prices) => prices ?? flat, lovelace)
    },
  },
})
