// Candlesticks of every token in the six resolutions, each row with the JSON it is served as, so that an answer
// is rows joined and nothing is formatted twice. A tick is the pool's price after a trade; a bar opens at the
// price before its first one. A launch makes the first bar, from the curve's first price to the price after the
// creator's buy, which is no trade and adds no volume. Orders that fill each other add volume and move no price.
import { bucketStart, RESOLUTIONS, type Resolution } from '../../schema/charts.ts'
import { PRICE_DIGITS, parseDecimal } from '../../schema/decimal.ts'
import { marketCap } from '../../schema/launchpad/curve.ts'
import { least, MAX_QUANTITY } from '../../schema/launchpad/limits.ts'
import type { AssetId } from '../../schema/primitives.ts'
import {
  compareRatios,
  formatDecimal,
  formatRatio,
  parseRatio,
  type Ratio,
  reduceRatio,
} from '../../schema/ratio.ts'
import type { ModelDescription } from '../engine/model.ts'
import { bigint, integer, type RowOf, stateTable, text } from '../engine/table.ts'
import { TableWriter } from '../engine/table-writer.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'
import type { PoolRow } from './pools.ts'

export const bars = stateTable('bars', {
  key: ['pool', 'resolution', 'time'],
  columns: {
    /** Id of the pool. */
    pool: integer,
    /** Place of the resolution in `RESOLUTIONS`. */
    resolution: integer,
    /** Start of the bar, Unix seconds. */
    time: integer,
    /** Prices in lovelace per token, as exact fractions (`formatRatio`): what is served is rounded. */
    open: text,
    high: text,
    low: text,
    close: text,
    /** Lovelace. */
    volume: bigint,
    /** Lovelace for the whole emission at the close, digits. */
    market_cap: text,
    /** The bar as it is served, from `"time"` on; what stands before is the same for every bar of a pair. */
    fragment: text,
  },
  published: true,
})

type BarRow = RowOf<typeof bars.columns>

export interface Prices {
  readonly open: Ratio
  readonly high: Ratio
  readonly low: Ratio
  readonly close: Ratio
}

/** What a block did to a pool: prices where it traded with the pool, and the lovelace that changed hands. */
interface Movement {
  readonly prices: Prices | undefined
  readonly volume: bigint
}

const higher = (a: Ratio, b: Ratio): Ratio => (compareRatios(a, b) < 0 ? b : a)
const lower = (a: Ratio, b: Ratio): Ratio => (compareRatios(a, b) > 0 ? b : a)

/** Prices one after another, taken together. */
const together = (first: Prices | undefined, then: Prices): Prices =>
  first === undefined
    ? then
    : {
        open: first.open,
        high: higher(first.high, then.high),
        low: lower(first.low, then.low),
        close: then.close,
      }

const flat = (price: Ratio): Prices => ({ open: price, high: price, low: price, close: price })

/** A volume stays at the most its column holds, 200 times all ADA. */
const added = (volume: bigint, lovelace: bigint): bigint => least(volume + lovelace, MAX_QUANTITY)

/** A bar's JSON after its pair, in the order its fields are published. */
export const barFragment = (time: number, prices: Prices, volume: bigint | string): string => {
  const [low, high, open, close] = [prices.low, prices.high, prices.open, prices.close].map((price) =>
    formatDecimal(price, PRICE_DIGITS),
  )
  return `"time":${time},"low":"${low}","high":"${high}","open":"${open}","close":"${close}","volume":"${volume}"}`
}

/** The prices of a bar's row. */
export const barPrices = (bar: Readonly<Record<keyof Prices, string>>): Prices => ({
  open: parseRatio(bar.open),
  high: parseRatio(bar.high),
  low: parseRatio(bar.low),
  close: parseRatio(bar.close),
})

/** Reduced, as they are stored. */
const pricesBetween = (before: Ratio, after: Ratio): Prices => {
  const [open, close] = [reduceRatio(before), reduceRatio(after)]
  return { open, high: higher(open, close), low: lower(open, close), close }
}

const movementOf = (event: LaunchpadEvent): Movement | undefined => {
  switch (event.kind) {
    case 'traded':
      return { prices: pricesBetween(event.priceBefore, event.price), volume: event.lovelace }
    case 'launched':
      return { prices: pricesBetween(event.initialPrice, event.price), volume: 0n }
    case 'matched':
      return { prices: undefined, volume: event.lovelace }
    default:
      return undefined
  }
}

/** The movements of a block by pool; its events share one time, so they share their bars. */
const movementsOf = (events: readonly LaunchpadEvent[]): Map<AssetId, Movement> => {
  const movements = new Map<AssetId, Movement>()
  for (const event of events) {
    const movement = movementOf(event)
    if (movement === undefined || !('pool' in event)) continue
    const earlier = movements.get(event.pool)
    movements.set(event.pool, {
      prices: movement.prices === undefined ? earlier?.prices : together(earlier?.prices, movement.prices),
      volume: added(earlier?.volume ?? 0n, movement.volume),
    })
  }
  return movements
}

const barOf = (
  key: Pick<BarRow, 'pool' | 'resolution' | 'time'>,
  prices: Prices,
  volume: bigint,
): BarRow => ({
  ...key,
  open: formatRatio(prices.open),
  high: formatRatio(prices.high),
  low: formatRatio(prices.low),
  close: formatRatio(prices.close),
  volume,
  market_cap: marketCap(prices.close).toString(),
  fragment: barFragment(key.time, prices, volume),
})

export const resolutionId = (resolution: Resolution): number => RESOLUTIONS.indexOf(resolution)

export const barsModel: ModelDescription<LaunchpadEvent> = {
  tables: [bars],
  open(database, holder) {
    const writer = new TableWriter(database, bars, holder)
    const poolOf = database.prepare('SELECT id, price FROM pools WHERE nft = ?')
    const lastClose = database
      .prepare('SELECT close FROM bars WHERE pool = ? AND resolution = 0 ORDER BY time DESC LIMIT 1')
      .pluck()
    /** Where a pool stands that nobody has traded with in this bar. */
    const standingPrice = (pool: Pick<PoolRow, 'id' | 'price'>): Ratio => {
      const close = lastClose.get(pool.id) as string | undefined
      return close === undefined ? reduceRatio(parseDecimal(pool.price)) : parseRatio(close)
    }
    return {
      apply({ time, events }) {
        for (const [nft, movement] of movementsOf(events)) {
          const pool = poolOf.get(nft) as Pick<PoolRow, 'id' | 'price'>
          const moved = movement.prices ?? flat(standingPrice(pool))
          for (const resolution of RESOLUTIONS) {
            const key = {
              pool: pool.id,
              resolution: resolutionId(resolution),
              time: bucketStart(resolution, time),
            }
            const bar = writer.get(key.pool, key.resolution, key.time)
            if (bar === undefined) {
              writer.insert(barOf(key, moved, movement.volume))
              continue
            }
            const before = barPrices(bar)
            const prices = movement.prices === undefined ? before : together(before, movement.prices)
            writer.update(bar, barOf(key, prices, added(bar.volume, movement.volume)))
          }
        }
      },
    }
  },
}
