// Numbers of orders, and totals of filled orders. They are stored, so that no reader needs to count rows.
import type { Hex } from '../../schema/primitives.ts'
import { amount, hex, integer } from '../engine/table/column.ts'
import { type RowOf, stateTable } from '../engine/table/table.ts'

/** These values stand for all owners, and for all tokens. */
export const EVERYBODY: Hex = ''
export const ALL_BOOKS = 0

/** Numbers and amounts of orders by owner and token, by owner, and by token. */
export const orderTotals = stateTable('order_totals', {
  key: ['owner', 'book'],
  columns: {
    /** Payment credential of the owner; empty in rows of a token over all owners. */
    owner: hex,
    /** Number of the token, see `order_books.id`; 0 in rows of an owner over all tokens. */
    book: integer,
    /** Number of orders. */
    orders: integer,
    /** Number of open orders. */
    open: integer,
    /** Number of filled orders. */
    filled: integer,
    /** Number of orders that were filled by a listed pool or by other orders. */
    executed: integer,
    /** Lovelace that executed buy orders gave. */
    bought_lovelace: amount,
    /** Tokens that executed buy orders received. */
    bought_tokens: amount,
    /** Lovelace that executed sell orders received. */
    sold_lovelace: amount,
    /** Tokens that executed sell orders gave. */
    sold_tokens: amount,
    /** Lovelace received in sales of tokens that had been bought by orders. */
    closed_lovelace: amount,
    /** Tokens that were bought by orders and then sold. */
    closed_tokens: amount,
    /** Lovelace that the tokens in `closed_tokens` had cost, by the average cost of the purchases. */
    closed_cost: amount,
    /** Lovelace that executed orders paid to executors. Of the other columns, only `closed_fees` includes a part of it. */
    fees: amount,
    /** The part of `fees` for sold tokens: the fees of all sales, and of buying the sold tokens. */
    closed_fees: amount,
  },
  indexes: { book: ['book'] },
})

export type TotalsRow = RowOf<typeof orderTotals.columns>

export const NO_SUMS = {
  bought_lovelace: 0n,
  bought_tokens: 0n,
  sold_lovelace: 0n,
  sold_tokens: 0n,
  closed_lovelace: 0n,
  closed_tokens: 0n,
  closed_cost: 0n,
  fees: 0n,
  closed_fees: 0n,
}

export const NO_ORDERS: Omit<TotalsRow, 'owner' | 'book'> = {
  orders: 0,
  open: 0,
  filled: 0,
  executed: 0,
  ...NO_SUMS,
}
