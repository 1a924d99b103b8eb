// The number by which the orders' model identifies each token, and the pool from which the token's orders are quoted.
import type { QuotedPool } from '../../schema/launchpad/quote.ts'
import type { AssetId } from '../../schema/primitives.ts'
import { amount, integer, nullable, oneOf, text } from '../engine/table/column.ts'
import { type RowOf, stateTable } from '../engine/table/table.ts'

/** Tokens that an order or a listed pool names, each with a number that identifies it, and with the pool's data for quotes. */
export const orderBooks = stateTable('order_books', {
  key: ['token'],
  columns: {
    /** Asset id of the token. */
    token: text,
    /** One more than the position of the event that first named the token, so that no number is 0. */
    id: integer,
    /** Venue of the token's listed pool; null if it never had one. */
    venue: nullable(oneOf('curve', 'amm', 'closed')),
    /** ADA reserve of the pool, lovelace. */
    lovelace: amount,
    /** Token reserve of the pool. */
    tokens: amount,
    /** Coefficient a of the pool's curve, digits; null if the curve is unknown. */
    a_num: nullable(text),
    /** Coefficient b of the pool's curve, digits; null if `a_num` is null. */
    b_num: nullable(text),
    /** Share of an order's input that is swapped on the AMM after the pool's fees, in 1/100,000; null on the curve. */
    fee_num: nullable(integer),
  },
  indexes: { id: ['id'] },
})

export type BookRow = RowOf<typeof orderBooks.columns>

const NO_POOL = { venue: null, lovelace: 0n, tokens: 0n, a_num: null, b_num: null, fee_num: null }

export const bookWithoutPool = (token: AssetId, id: number): BookRow => ({ token, id, ...NO_POOL })

/** Undefined if no pool fills the token's orders, or its curve is unknown. */
export const quotedPool = ({
  venue,
  lovelace,
  tokens,
  a_num,
  b_num,
  fee_num,
}: BookRow): QuotedPool | undefined => {
  if (venue === 'curve' && a_num !== null && b_num !== null)
    return { kind: 'curve', curve: { aNum: BigInt(a_num), bNum: BigInt(b_num) }, tokens }
  if (venue === 'amm' && fee_num !== null)
    return { kind: 'amm', reserves: { x: lovelace, y: tokens }, feeNum: BigInt(fee_num) }
  return undefined
}

export const isListed = ({ venue }: BookRow): boolean => venue === 'curve' || venue === 'amm'
