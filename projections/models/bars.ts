// Candlesticks of every token in the six resolutions, each row with the JSON it is served as, so that an answer
// is rows joined and nothing is formatted twice. A tick is the pool's price after a trade; a bar opens at the
// price before its first one. A launch makes the first bar, from the curve's first price to the price after the
// creator's buy, which is no trade and adds no volume.
import { bucketStart, RESOLUTIONS, type Resolution } from '../../schema/charts.ts'
import { maxDecimal, minDecimal } from '../../schema/decimal.ts'
import { marketCap } from '../../schema/launchpad/curve.ts'
import type { AssetId } from '../../schema/primitives.ts'
import { formatDecimal, type Ratio } from '../../schema/ratio.ts'
import type { ModelDescription } from '../engine/model.ts'
import { bigint, integer, type RowOf, stateTable, text } from '../engine/table.ts'
import { TableWriter } from '../engine/table-writer.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'

export const bars = stateTable('bars', {
  key: ['pool', 'resolution', 'time'],
  columns: {
    /** Id of the pool. */
    pool: integer,
    /** Place of the resolution in `RESOLUTIONS`. */
    resolution: integer,
    /** Start of the bar, Unix seconds. */
    time: integer,
    /** Prices in lovelace per token, decimals. */
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

/** What a block did to a pool's price. */
interface Movement {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: Ratio
  readonly volume: bigint
}

/** A bar's JSON after its pair, in the order its fields are published. */
export const barFragment = (
  bar: Pick<BarRow, 'time' | 'low' | 'high' | 'open' | 'close'> & { readonly volume: bigint | string },
): string =>
  `"time":${bar.time},"low":"${bar.low}","high":"${bar.high}","open":"${bar.open}","close":"${bar.close}","volume":"${bar.volume}"}`

const tickOf = (
  event: LaunchpadEvent,
): { readonly before: Ratio; readonly after: Ratio; readonly volume: bigint } | undefined => {
  if (event.kind === 'traded')
    return { before: event.priceBefore, after: event.price, volume: event.lovelace }
  if (event.kind === 'launched') return { before: event.initialPrice, after: event.price, volume: 0n }
  return undefined
}

/** The movements of a block by pool; its ticks share one time, so they share their bars. */
const movementsOf = (events: readonly LaunchpadEvent[]): Map<AssetId, Movement> => {
  const movements = new Map<AssetId, Movement>()
  for (const event of events) {
    const tick = tickOf(event)
    if (tick === undefined || !('pool' in event)) continue
    const earlier = movements.get(event.pool)
    const before = formatDecimal(tick.before)
    const after = formatDecimal(tick.after)
    movements.set(event.pool, {
      open: earlier?.open ?? before,
      high: maxDecimal(earlier?.high ?? before, after),
      low: minDecimal(earlier?.low ?? before, after),
      close: tick.after,
      volume: (earlier?.volume ?? 0n) + tick.volume,
    })
  }
  return movements
}

const merge = (
  bar: BarRow | undefined,
  movement: Movement,
  key: Pick<BarRow, 'pool' | 'resolution' | 'time'>,
): BarRow => {
  const values = {
    ...key,
    open: bar?.open ?? movement.open,
    high: bar === undefined ? movement.high : maxDecimal(bar.high, movement.high),
    low: bar === undefined ? movement.low : minDecimal(bar.low, movement.low),
    close: formatDecimal(movement.close),
    volume: (bar?.volume ?? 0n) + movement.volume,
  }
  return {
    ...values,
    market_cap: marketCap(movement.close).toString(),
    fragment: barFragment(values),
  }
}

export const resolutionId = (resolution: Resolution): number => RESOLUTIONS.indexOf(resolution)

export const barsModel: ModelDescription<LaunchpadEvent> = {
  tables: [bars],
  open(database, holder) {
    const writer = new TableWriter(database, bars, holder)
    const poolId = database.prepare('SELECT id FROM pools WHERE nft = ?').pluck()
    return {
      apply({ time, events }) {
        for (const [nft, movement] of movementsOf(events)) {
          const pool = poolId.get(nft) as number
          for (const resolution of RESOLUTIONS) {
            const key = {
              pool,
              resolution: resolutionId(resolution),
              time: bucketStart(resolution, time),
            }
            const bar = writer.get(key.pool, key.resolution, key.time)
            const merged = merge(bar, movement, key)
            if (bar === undefined) writer.insert(merged)
            else writer.update(bar, merged)
          }
        }
      },
    }
  },
}
