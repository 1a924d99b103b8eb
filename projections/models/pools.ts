// The launchpad's pools, one row each: datum parameters, venue, reserves and totals. A row shows the pool's UTxO after a whole transaction.
// The prices after each fill within a transaction are in the bars.

import { least, MAX_NUMBER, MAX_QUANTITY } from '../../schema/amount-limits.ts'
import { formatDecimal, type Ratio } from '../../schema/codecs/ratio.ts'
import { ammPrice } from '../../schema/launchpad/amm.ts'
import {
  collectedLovelace,
  marketCap,
  progress,
  soldTokens,
  spotPrice,
} from '../../schema/launchpad/curve.ts'
import { model } from '../engine/fold/model.ts'
import { amount, flag, hex, integer, nullable, oneOf, text } from '../engine/table/column.ts'
import type { StateRows } from '../engine/table/rows.ts'
import { desc, type RowOf, stateTable, unique } from '../engine/table/table.ts'
import type { Adopted, Launched, LaunchpadEvent, Matched, Traded } from '../interpret/events.ts'

/** Venue of a pool: its curve, the AMM, or none. */
const venue = oneOf('curve', 'amm', 'closed')

export const pools = stateTable('pools', {
  key: ['id'],
  columns: {
    /** Position on the chain at which the pool was first seen. */
    id: integer,
    /** Asset id of the curve pool's NFT, or of the AMM pool's NFT if no curve was seen. */
    nft: text,
    /** Asset id of the token. */
    token: text,
    /** Venue of the token: `curve`, `amm`, or `closed` for a pool that is not listed. */
    venue,
    /** Asset id of the NFT of the AMM pool; null before graduation. */
    amm_nft: nullable(text),
    /** Whether the pool was found without its launch: events before `created` are unknown. */
    adopted: flag,
    /** Name of the tier in the operations config; null if the pool belongs to no tier. */
    tier: nullable(text),
    /**
     * Coefficient a of the curve, digits. For an AMM pool whose curve was not seen, that of the tier with the nearest liquidity; null
     * without tiers.
     */
    a_num: nullable(text),
    /** Coefficient b of the curve, digits; by the same rule as `a_num`. */
    b_num: nullable(text),
    /** Lovelace at which the curve graduates, digits; by the same rule as `a_num`. */
    ada_cap: nullable(text),
    /** Key hash of the executor that may fill orders; null if unknown. */
    executor: nullable(text),
    /** Share of the input that remains after the AMM pool's liquidity fee, in 1/100,000; null on the curve. */
    lp_fee: nullable(integer),
    /** Treasury fee of the AMM pool in 1/100,000; null on the curve. */
    treasury_fee: nullable(integer),
    /** Royalty fee of the AMM pool in 1/100,000; null on the curve. */
    royalty_fee: nullable(integer),
    /** Reason why the pool is no longer listed; null while it is listed. */
    closed: nullable(text),
    /** Time of the pool's first block, Unix seconds. */
    created: integer,
    /** Time of the last block that changed the pool's UTxO, Unix seconds. */
    updated: integer,
    /** Time of graduation, Unix seconds; null before graduation, or if the graduation was not seen. */
    graduated: nullable(integer),
    /** Time at which the token first was king of the hill, Unix seconds; null if it never was. */
    crowned: nullable(integer),
    /** Transaction id of the pool's current UTxO. */
    output_transaction: hex,
    /** Output index of the pool's current UTxO. */
    output_index: integer,
    /** ADA reserve, lovelace. */
    lovelace: amount,
    /** Token reserve, smallest units. */
    tokens: amount,
    /** Lovelace per token, decimal. */
    price: text,
    /** Price of the whole emission in lovelace. Capped at 2^53 - 1, as in responses, since lists in responses are sorted by it. */
    market_cap: amount,
    /** Share of the cap that the curve has collected, in 1/1,000,000,000,000, rounded down; null without a curve. */
    progress: nullable(integer),
    /** Lovelace of all the token's executed orders and trades. */
    volume: amount,
    /** Number of the token's orders and trades. */
    trades: integer,
    /** Number of the token's orders and trades that sold. */
    sells: integer,
  },
  indexes: {
    nft: unique('nft'),
    token: unique('token'),
    amm_nft: unique('amm_nft'),
    king: ['venue', desc('market_cap'), 'created', 'nft'],
    market_cap: ['venue', desc('market_cap'), 'nft'],
    created: ['venue', desc('created'), 'nft'],
    updated: ['venue', desc('updated'), 'nft'],
    progress: ['venue', desc('progress'), 'nft'],
  },
  topics: { pool: 'nft', token: 'token' },
})

/** Launch metadata of tokens. An adopted pool has no row. */
export const launches = stateTable('launches', {
  key: ['pool'],
  columns: {
    /** Id of the pool. */
    pool: integer,
    /** Ticker of the token. */
    ticker: text,
    /** JSON of the launch metadata: name, description, links, image, creator. */
    info: text,
  },
})

/** Number of pools of each venue. */
export const poolCounts = stateTable('pool_counts', {
  key: ['venue'],
  columns: {
    /** Venue, as in `pools`. */
    venue,
    /** Number of pools at the venue. */
    count: integer,
  },
})

type PoolRow = RowOf<typeof pools.columns>
type PoolEvent = Extract<LaunchpadEvent, { readonly output: unknown }>

interface Tables {
  readonly pools: StateRows<typeof pools.columns, 'id'>
  readonly poolCounts: StateRows<typeof poolCounts.columns, 'venue'>
}

/** The whole share, in units of 1/1,000,000,000,000. */
export const WHOLE = 1_000_000_000_000n

/** Fixed by the datum. */
type CurveOf = Pick<PoolRow, 'a_num' | 'b_num' | 'ada_cap'>

/** An event may have the price after one of several fills, so the price after the whole transaction is computed. */
const priceOf = (at: PoolRow['venue'], { a_num, b_num }: CurveOf, { reserves, price }: PoolEvent): Ratio => {
  const { lovelace, tokens } = reserves
  if (at === 'amm') return ammPrice({ x: lovelace, y: tokens }) ?? price
  if (a_num === null || b_num === null) return price
  return spotPrice({ aNum: BigInt(a_num), bNum: BigInt(b_num) }, soldTokens(tokens))
}

const progressOf = (at: PoolRow['venue'], { ada_cap }: CurveOf, lovelace: bigint): number | null => {
  if (ada_cap === null) return null
  if (at === 'amm') return Number(WHOLE)
  const { numerator, denominator } = progress(lovelace, BigInt(ada_cap))
  return Number((numerator * WHOLE) / denominator)
}

/** Set by every event about the pool's UTxO. */
const stateOf = (at: PoolRow['venue'], curve: CurveOf, event: PoolEvent, time: number) => {
  const { transaction, output, reserves, fees } = event
  const price = priceOf(at, curve, event)
  return {
    venue: at,
    closed: null,
    output_transaction: transaction,
    output_index: output.index,
    lovelace: reserves.lovelace,
    tokens: reserves.tokens,
    lp_fee: fees && Number(fees.lpFeeNum),
    treasury_fee: fees && Number(fees.treasuryFeeNum),
    royalty_fee: fees && Number(fees.royaltyFeeNum),
    price: formatDecimal(price),
    market_cap: least(marketCap(price), MAX_NUMBER),
    progress: progressOf(at, curve, reserves.lovelace),
    updated: time,
  }
}

/** The volume is capped at 200 times all ADA, its column's maximum. */
const counted = (
  row: PoolRow,
  { lovelace, side }: Traded | Matched,
): Pick<PoolRow, 'volume' | 'trades' | 'sells'> => ({
  volume: least(row.volume + lovelace, MAX_QUANTITY),
  trades: row.trades + 1,
  sells: row.sells + (side === 'sell' ? 1 : 0),
})

const firstRow = (event: Launched | Adopted, time: number): Omit<PoolRow, 'id'> => {
  const tier = event.datum ?? (event.kind === 'adopted' ? event.nearest : undefined)
  const curve: CurveOf = {
    a_num: tier?.aNum.toString() ?? null,
    b_num: tier?.bNum.toString() ?? null,
    ada_cap: tier?.adaCap.toString() ?? null,
  }
  return {
    nft: event.pool,
    token: event.token,
    amm_nft: event.kind === 'launched' ? null : event.ammPool,
    adopted: event.kind === 'adopted',
    tier: event.tier,
    ...curve,
    executor: event.datum?.permittedExecutor ?? null,
    created: time,
    graduated: null,
    crowned: null,
    volume: 0n,
    trades: 0,
    sells: 0,
    ...stateOf(event.kind === 'launched' ? 'curve' : event.venue, curve, event, time),
  }
}

/** The curve pool with the highest market cap; of several, the oldest. */
export const kingOf = (rows: Pick<StateRows<typeof pools.columns, 'id'>, 'first'>): PoolRow | undefined =>
  rows.first('king', 'curve')

/**
 * Also updates the counts of venues, and `crowned` of a new king.
 * @param next returns undefined for no change
 */
const change = (
  { pools: rows, poolCounts: counts }: Tables,
  id: number,
  time: number,
  next: (row: PoolRow | undefined) => Omit<PoolRow, 'id'> | undefined,
): void => {
  const seen: { before?: PoolRow | undefined; after?: Omit<PoolRow, 'id'> | undefined } = {}
  rows.change({ id }, (row) => {
    seen.before = row
    seen.after = next(row)
    return seen.after
  })
  const from = seen.before?.venue
  const to = seen.after?.venue
  if (to === undefined) return
  if (from !== to) {
    if (from !== undefined) counts.change({ venue: from }, (row) => row && { count: row.count - 1 })
    counts.change({ venue: to }, (row) => ({ count: (row?.count ?? 0) + 1 }))
  }
  if (from !== 'curve' && to !== 'curve') return
  const king = kingOf(rows)
  if (king !== undefined && king.crowned === null)
    rows.change({ id: king.id }, (row) => row && { ...row, crowned: time })
}

const close = (tables: Tables, id: number, reason: string, time: number): void =>
  change(tables, id, time, (row) => row && { ...row, venue: 'closed', closed: reason, updated: time })

export const poolsModel = model<LaunchpadEvent>()({
  name: 'pools',
  version: 6,
  tables: { pools, launches, poolCounts },
  on: {
    launched(event, tables, { time }) {
      const { poolId, info } = event
      change(tables, poolId, time, () => firstRow(event, time))
      tables.launches.change({ pool: poolId }, () => ({ ticker: info.ticker, info: JSON.stringify(info) }))
    },
    adopted(event, tables, { time }) {
      // A known pool may be adopted again, because its last UTxO was not seen. The new UTxO determines the venue.
      change(tables, event.poolId, time, (row) =>
        row === undefined
          ? firstRow(event, time)
          : { ...row, ...stateOf(event.venue, row, event, time), amm_nft: event.ammPool ?? row.amm_nft },
      )
    },
    traded(event, tables, { time }) {
      change(
        tables,
        event.poolId,
        time,
        (row) => row && { ...row, ...stateOf(event.venue, row, event, time), ...counted(row, event) },
      )
    },
    matched(event, tables, { time }) {
      change(tables, event.poolId, time, (row) => row && { ...row, ...counted(row, event) })
    },
    poolChanged(event, tables, { time }) {
      change(
        tables,
        event.poolId,
        time,
        (row) => row && { ...row, ...stateOf(event.venue, row, event, time) },
      )
    },
    graduated(event, tables, { time }) {
      change(
        tables,
        event.poolId,
        time,
        (row) =>
          row && {
            ...row,
            ...stateOf('amm', row, event, time),
            amm_nft: event.ammPool,
            graduated: time,
          },
      )
    },
    poolClosed({ poolId, reason }, tables, { time }) {
      close(tables, poolId, reason, time)
    },
    otherSupply({ pools }, tables, { time }) {
      for (const { poolId, reason } of pools) close(tables, poolId, reason, time)
    },
  },
})

/** On the curve without its seed, on the AMM the whole reserve. */
export const collected = ({ amm_nft, lovelace }: Pick<PoolRow, 'amm_nft' | 'lovelace'>): bigint =>
  amm_nft === null ? collectedLovelace(lovelace) : lovelace
