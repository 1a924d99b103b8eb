// Figures of traders over all time and for each UTC day, so a leaderboard over some days reads only these days. Only executed orders count.
// Profit is computed by average-cost.ts, after all fees except network fees.
import { least, MAX_QUANTITY } from '../../schema/amount-limits.ts'
import { bucketStart } from '../../schema/responses/charts.ts'
import { amount, hex, integer } from '../engine/table/column.ts'
import type { StateRows } from '../engine/table/rows.ts'
import { type RowOf, stateTable } from '../engine/table/table.ts'
import { realisedNet, type Sums } from './average-cost.ts'
import { NO_SUMS, type TotalsRow } from './order-totals.ts'

/** Figures of each trader over all time. */
export const traders = stateTable('traders', {
  key: ['owner'],
  columns: {
    /** Payment credential of the orders' owner. */
    owner: hex,
    /** Raw bytes of the owner's address in the latest executed order. */
    address: hex,
    /** Number of tokens in which orders were executed. */
    tokens: integer,
    /** Time of the first executed order, Unix seconds. */
    first: integer,
    /** Time of the latest executed order, Unix seconds. */
    latest: integer,
    /** Lovelace of the executed orders. */
    volume: amount,
    /** Number of executed orders. */
    trades: integer,
    /** Net profit of sales, lovelace, after the fees of executors; negative for a loss. */
    profit: amount,
    /** Number of executed orders that sold tokens which orders had bought. */
    sales: integer,
    /** Number of the sales in `sales` with a net profit above 0. */
    wins: integer,
  },
})

/** Figures of each trader by day. */
export const traderDays = stateTable('trader_days', {
  key: ['day', 'owner'],
  columns: {
    /** Start of the day (UTC), Unix seconds. */
    day: integer,
    /** Payment credential of the orders' owner. */
    owner: hex,
    /** Lovelace of the executed orders of the day. */
    volume: amount,
    /** Number of executed orders. */
    trades: integer,
    /** Net profit of sales, lovelace, after the fees of executors; negative for a loss. */
    profit: amount,
    /** Number of executed orders that sold tokens which orders had bought. */
    sales: integer,
    /** Number of the sales in `sales` with a net profit above 0. */
    wins: integer,
  },
})

type Figures = Omit<RowOf<typeof traderDays.columns>, 'day' | 'owner'>

export const NO_TRADES: Figures = { volume: 0n, trades: 0, profit: 0n, sales: 0, wins: 0 }

/** Bounds the sum in both directions. */
const bounded = (sum: bigint): bigint => (sum < -MAX_QUANTITY ? -MAX_QUANTITY : least(sum, MAX_QUANTITY))

interface Tables {
  readonly traders: StateRows<typeof traders.columns, 'owner'>
  readonly traderDays: StateRows<typeof traderDays.columns, 'day' | 'owner'>
}

interface Executed {
  /** The owner's totals before and after the order. */
  readonly before: TotalsRow | undefined
  readonly after: TotalsRow | undefined
  readonly lovelace: bigint
  readonly time: number
}

export const countTrade = (
  tables: Tables,
  { owner, address }: { readonly owner: string; readonly address: string },
  { before, after, lovelace, time }: Executed,
): void => {
  const [sums, next]: readonly [Sums, Sums] = [before ?? NO_SUMS, after ?? NO_SUMS]
  const profit = realisedNet(next) - realisedNet(sums)
  const isSale = next.closed_tokens > sums.closed_tokens
  const withTrade = (row: Figures = NO_TRADES): Figures => ({
    volume: least(row.volume + lovelace, MAX_QUANTITY),
    trades: row.trades + 1,
    profit: bounded(row.profit + profit),
    sales: row.sales + (isSale ? 1 : 0),
    wins: row.wins + (isSale && profit > 0n ? 1 : 0),
  })
  tables.traders.change({ owner }, (row) => ({
    address,
    tokens: (row?.tokens ?? 0) + (before === undefined || before.executed === 0 ? 1 : 0),
    first: row?.first ?? time,
    latest: time,
    ...withTrade(row),
  }))
  tables.traderDays.change({ day: bucketStart('day1', time), owner }, withTrade)
}
