// Numbers of orders and totals of the filled ones, kept beside the orders so that no reader counts rows.
import type { Hex } from '../../schema/primitives.ts'
import { amount, hex, integer } from '../engine/table/column.ts'
import { type RowOf, stateTable } from '../engine/table/table.ts'

/** Stands for everybody in place of an owner, and for all tokens in place of a book. */
export const EVERYBODY: Hex = ''
export const ALL_BOOKS = 0

/** Numbers of orders: by owner and token, by owner, and by token. */
export const orderTotals = stateTable('order_totals', {
  key: ['owner', 'book'],
  columns: {
    owner: hex,
    book: integer,
    orders: integer,
    /** Counts of orders by status; the others were cancelled. */
    open: integer,
    filled: integer,
    /** Orders that a listed pool or other orders filled, and what they gave and got; amounts of one token only. */
    executed: integer,
    bought_lovelace: amount,
    bought_tokens: amount,
    sold_lovelace: amount,
    sold_tokens: amount,
  },
})

export type TotalsRow = RowOf<typeof orderTotals.columns>

/** Totals before the first order. */
export const NO_ORDERS: Omit<TotalsRow, 'owner' | 'book'> = {
  orders: 0,
  open: 0,
  filled: 0,
  executed: 0,
  bought_lovelace: 0n,
  bought_tokens: 0n,
  sold_lovelace: 0n,
  sold_tokens: 0n,
}
