// Orders against ADA. Each row is one output. If a limit order is filled in part, the smaller order that remains is another row with the
// same beacon and root. Orders of tokens without a listed pool have rows too, because the token may be listed later. Token-to-token orders
// are ignored.

import { least, MAX_QUANTITY } from '../../schema/amount-limits.ts'
import { paymentCredential } from '../../schema/codecs/address.ts'
import { formatDecimal, type Ratio } from '../../schema/codecs/ratio.ts'
import { feeNumerator } from '../../schema/launchpad/amm.ts'
import { FILL_BASIS_POINTS } from '../../schema/launchpad/fees.ts'
import { quoteBuy, quoteSell } from '../../schema/launchpad/quote.ts'
import { ADA, type AssetId, type Hex, type OutputReference } from '../../schema/primitives.ts'
import { type EventPlace, model } from '../engine/fold/model.ts'
import { amount, flag, hex, integer, nullable, oneOf, text } from '../engine/table/column.ts'
import type { StateRows } from '../engine/table/rows.ts'
import { desc, type RowOf, stateTable } from '../engine/table/table.ts'
import type { LaunchpadEvent, Matched, OrderTerms, Side, Traded } from '../interpret/events.ts'
import { withPurchase, withSale } from './average-cost.ts'
import { type BookRow, bookWithoutPool, isListed, orderBooks, quotedPool } from './order-books.ts'
import { ALL_BOOKS, EVERYBODY, NO_ORDERS, orderTotals, type TotalsRow } from './order-totals.ts'
import { countTrade, traderDays, traders } from './traders.ts'

export const orders = stateTable('orders', {
  key: ['id'],
  columns: {
    /** Position of the event that placed the order. */
    id: integer,
    /** Transaction id of the order. */
    transaction_id: hex,
    /** Output index of the order. */
    output_index: integer,
    /** Number of the token, see `order_books.id`. */
    book: integer,
    /** Asset id of the token. */
    token: text,
    /** Side of the trader: a buy gives ADA. */
    side: oneOf('buy', 'sell'),
    /** Hash of the payment part of `address`: of a key or of a script. */
    owner: hex,
    /** Raw bytes of the address that receives the order's output. */
    address: hex,
    /** Amount given, in smallest units. For an open or cancelled order, the amount to swap; for a filled order, the swapped amount. */
    from_amount: amount,
    /**
     * Amount received, in smallest units. For a filled order, the received amount; otherwise the amount expected when the order was placed.
     */
    to_amount: amount,
    /** Worst acceptable price: received amount per given amount, a decimal cut after 20 fraction digits. */
    worst_price: text,
    /** Venue of the token when the order was placed or, for a filled order, where it was filled: `curve` or `amm`. */
    venue: oneOf('curve', 'amm'),
    /** `open`, `filled` or `cancelled`. */
    status: oneOf('open', 'filled', 'cancelled'),
    /**
     * Whether the order is listed among its token's orders. A filled order is listed only if a pool or other orders account for its
     * amounts.
     */
    in_book: flag,
    /**
     * Whether the order is listed among the latest orders of all tokens: it is listed among its token's, and the token had a listed pool
     * when the order last changed.
     */
    on_tape: flag,
    /**
     * Transaction that filled or cancelled the order; null while it is open. A launch's purchase is an order that the launch transaction
     * itself filled. Its output is the one with the bought tokens.
     */
    ended_by: nullable(hex),
    /** Position of the event that set the status. */
    updated: integer,
    /** Time of the block that set the status, Unix seconds. */
    time: integer,
    /** Beacon of the order, 28 or 40 bytes; null for an order without one. */
    beacon: nullable(hex),
    /**
     * Whether the beacon follows from the transaction that placed the first order of this chain of partial fills, and so is not a copy of
     * another order's beacon.
     */
    owns_beacon: flag,
    /** Id of the first order in a chain of partial fills; its own id for the first order. */
    root: integer,
    /** Amount that the earlier orders in this chain of partial fills gave. */
    root_from: amount,
    /** Amount that the earlier orders in this chain of partial fills received. */
    root_to: amount,
  },
  indexes: {
    output: ['transaction_id', 'output_index'],
    book: ['book', 'in_book', 'updated'],
    book_owner: ['book', 'owner', 'status', 'in_book', 'updated'],
    book_status: ['book', 'status', 'in_book', 'updated'],
    owner_status: ['owner', 'status', 'updated'],
    tape: ['on_tape', 'status', 'updated'],
    beacon: ['beacon', desc('owns_beacon'), 'root'],
  },
  topics: { token: 'token', owner: 'owner', transaction: 'transaction_id', index: 'output_index' },
})

type OrderRow = RowOf<typeof orders.columns>

interface Tables {
  readonly orders: StateRows<typeof orders.columns, 'id'>
  readonly orderBooks: StateRows<typeof orderBooks.columns, 'token'>
  readonly orderTotals: StateRows<typeof orderTotals.columns, 'owner' | 'book'>
  readonly traders: StateRows<typeof traders.columns, 'owner'>
  readonly traderDays: StateRows<typeof traderDays.columns, 'day' | 'owner'>
}

const bookOf = ({ orderBooks }: Tables, token: AssetId, { position }: EventPlace): BookRow => {
  const known = orderBooks.get({ token })
  if (known !== undefined) return known
  const made = bookWithoutPool(token, position + 1)
  orderBooks.change({ token }, () => made)
  return made
}

const count = (
  { orderTotals }: Tables,
  { owner, book }: Pick<OrderRow, 'owner' | 'book'>,
  next: (row: Omit<TotalsRow, 'owner' | 'book'>, isOneToken: boolean) => Omit<TotalsRow, 'owner' | 'book'>,
): void => {
  for (const key of [
    { owner, book },
    { owner, book: ALL_BOOKS },
    { owner: EVERYBODY, book },
  ])
    orderTotals.change(key, (row = { ...key, ...NO_ORDERS }) => next(row, key.book !== ALL_BOOKS))
}

/** Expected output, rounded down: the pool's current quote, even if below the owner's minimum; without a pool, this minimum. */
const expected = (book: BookRow, side: Side, { fromAmount, worstPrice }: OrderTerms): bigint => {
  const pool = quotedPool(book)
  if (pool !== undefined) {
    const quote = side === 'buy' ? quoteBuy : quoteSell
    return quote(pool, fromAmount, FILL_BASIS_POINTS)
  }
  return least((fromAmount * worstPrice.numerator) / worstPrice.denominator, MAX_QUANTITY)
}

/** Undefined for a token-to-token order. */
const tokenOf = ({ from, to }: OrderTerms): AssetId | undefined =>
  from === ADA ? to : to === ADA ? from : undefined

/** Undefined for an order without a row. */
export const partiesOf = (terms: OrderTerms): Pick<OrderRow, 'token' | 'owner'> | undefined => {
  const token = tokenOf(terms)
  const owner = paymentCredential(terms.owner)?.hash
  return token === undefined || owner === undefined ? undefined : { token, owner }
}

/**
 * `before` is the order that left this one as its remainder. For the first order of a chain, `ownsBeacon` says whether the beacon is its
 * own.
 */
interface Chain {
  readonly before?: OrderRow
  readonly ownsBeacon?: boolean
}

export const placedOrder = (
  { token, owner }: Pick<OrderRow, 'token' | 'owner'>,
  book: BookRow,
  order: OutputReference,
  terms: OrderTerms,
  at: Pick<EventPlace, 'position' | 'time'>,
  { before, ownsBeacon = false }: Chain = {},
): Omit<OrderRow, 'id'> => {
  const side = terms.from === ADA ? 'buy' : 'sell'
  return {
    transaction_id: order.transaction,
    output_index: order.index,
    book: book.id,
    token,
    side,
    owner,
    address: terms.owner,
    from_amount: terms.fromAmount,
    to_amount: expected(book, side, terms),
    worst_price: cutDecimal(terms.worstPrice),
    venue: book.venue === 'amm' || (book.venue === null && terms.generation === 'limit') ? 'amm' : 'curve',
    status: 'open',
    in_book: true,
    on_tape: isListed(book),
    ended_by: null,
    updated: at.position,
    time: at.time,
    beacon: terms.beacon,
    owns_beacon: before?.owns_beacon ?? ownsBeacon,
    root: before?.root ?? at.position,
    root_from: before === undefined ? 0n : least(before.root_from + before.from_amount, MAX_QUANTITY),
    root_to: before === undefined ? 0n : least(before.root_to + before.to_amount, MAX_QUANTITY),
  }
}

const place = (
  tables: Tables,
  order: OutputReference,
  terms: OrderTerms,
  at: EventPlace,
  chain: Chain,
): void => {
  const parties = partiesOf(terms)
  if (parties === undefined) return
  const row = placedOrder(parties, bookOf(tables, parties.token, at), order, terms, at, chain)
  tables.orders.change({ id: at.position }, () => row)
  count(tables, row, (totals) => ({ ...totals, orders: totals.orders + 1, open: totals.open + 1 }))
}

const orderAt = ({ orders }: Tables, { transaction, index }: OutputReference): OrderRow | undefined =>
  orders.first('output', transaction, index)

/** `outcome` has the new status, and what the order gave and received. */
const end = (
  tables: Tables,
  order: OrderRow,
  transaction: Hex,
  at: EventPlace,
  outcome: Pick<OrderRow, 'status' | 'from_amount' | 'to_amount'>,
): OrderRow => {
  const ended: OrderRow = {
    ...order,
    ...outcome,
    in_book: outcome.status === 'cancelled',
    on_tape: outcome.status === 'cancelled' && isListed(bookOf(tables, order.token, at)),
    ended_by: transaction,
    updated: at.position,
    time: at.time,
  }
  tables.orders.change({ id: order.id }, () => ended)
  const isFilled = outcome.status === 'filled' ? 1 : 0
  count(tables, order, (totals) => ({ ...totals, open: totals.open - 1, filled: totals.filled + isFilled }))
  return ended
}

/** Placed and filled at once. */
const placePurchase = (tables: Tables, trade: Traded, at: EventPlace): void => {
  const { order, launchBuyer = '', transaction, token, lovelace, tokens } = trade
  const owner = paymentCredential(launchBuyer)?.hash
  if (order === null || owner === undefined) return
  const { position: id, time } = at
  const { id: book } = bookOf(tables, token, at)
  tables.orders.change({ id }, () => ({
    transaction_id: order.transaction,
    output_index: order.index,
    book,
    token,
    side: 'buy',
    owner,
    address: launchBuyer,
    from_amount: lovelace,
    to_amount: tokens,
    worst_price: cutDecimal({ numerator: tokens, denominator: lovelace }),
    venue: 'curve',
    status: 'filled',
    in_book: true,
    on_tape: true,
    ended_by: transaction,
    updated: id,
    time,
    beacon: null,
    owns_beacon: false,
    root: id,
    root_from: 0n,
    root_to: 0n,
  }))
  const counted = { owner, book }
  count(tables, counted, (totals) => ({ ...totals, orders: totals.orders + 1, filled: totals.filled + 1 }))
}

/** The amounts are those that a pool or other orders confirm. */
const execute = (tables: Tables, trade: Traded | Matched, at: EventPlace): void => {
  const { order, side, lovelace, tokens } = trade
  const row = order === null ? undefined : orderAt(tables, order)
  if (row?.status !== 'filled') return
  const [from_amount, to_amount] = side === 'buy' ? [lovelace, tokens] : [tokens, lovelace]
  const venue = 'venue' in trade ? trade.venue : row.venue
  tables.orders.change({ id: row.id }, () => ({
    ...row,
    from_amount,
    to_amount,
    venue,
    in_book: true,
    on_tape: true,
  }))
  const key = { owner: row.owner, book: row.book }
  const before = tables.orderTotals.get(key)
  count(tables, row, (totals, isOneToken) => ({
    ...totals,
    ...(isOneToken ? (side === 'buy' ? withPurchase : withSale)(totals, trade) : undefined),
    executed: totals.executed + 1,
  }))
  countTrade(tables, row, { before, after: tables.orderTotals.get(key), lovelace, time: at.time })
}

type PoolEvent = Extract<LaunchpadEvent, { readonly reserves: unknown }>

const setReserves = (tables: Tables, event: PoolEvent, at: EventPlace, venue: 'curve' | 'amm'): void => {
  const datum = 'datum' in event ? event.datum : null
  const { lovelace, tokens } = event.reserves
  const book = bookOf(tables, event.token, at)
  tables.orderBooks.change({ token: event.token }, () => ({
    ...book,
    venue,
    lovelace,
    tokens,
    a_num: datum?.aNum.toString() ?? book.a_num,
    b_num: datum?.bNum.toString() ?? book.b_num,
    fee_num: event.fees === null ? null : Number(feeNumerator({ ...NO_FEES, ...event.fees })),
  }))
}

const closeBook = ({ orderBooks }: Tables, token: AssetId): void =>
  orderBooks.change({ token }, (row) => row && { ...row, venue: 'closed' })

const NO_FEES = { treasuryX: 0n, treasuryY: 0n }

export const ordersModel = model<LaunchpadEvent>()({
  name: 'orders',
  version: 6,
  tables: { orders, orderBooks, orderTotals, traders, traderDays },
  on: {
    orderPlaced({ order, terms, ownsBeacon = false }, tables, at) {
      place(tables, order, terms, at, { ownsBeacon })
    },
    orderFilled({ order, transaction, fromAmount, toAmount, remainder }, tables, at) {
      const row = orderAt(tables, order)
      if (row === undefined) return
      // An order that gave and received nothing was returned, even if its redeemer says that it was executed.
      const isFilled = fromAmount > 0n || toAmount > 0n || remainder !== null
      const amounts = isFilled ? { from_amount: fromAmount, to_amount: toAmount } : row
      const { from_amount, to_amount } = amounts
      const status = isFilled ? 'filled' : 'cancelled'
      const ended = end(tables, row, transaction, at, { status, from_amount, to_amount })
      if (remainder !== null) place(tables, remainder.order, remainder.terms, at, { before: ended })
    },
    orderCancelled({ order, transaction }, tables, at) {
      const row = orderAt(tables, order)
      if (row !== undefined) end(tables, row, transaction, at, { ...row, status: 'cancelled' })
    },
    traded(event, tables, at) {
      setReserves(tables, event, at, event.venue)
      if (event.launchBuyer !== undefined) placePurchase(tables, event, at)
      execute(tables, event, at)
    },
    matched(event, tables, at) {
      execute(tables, event, at)
    },
    launched(event, tables, at) {
      setReserves(tables, event, at, 'curve')
    },
    adopted(event, tables, at) {
      setReserves(tables, event, at, event.venue)
    },
    poolChanged(event, tables, at) {
      setReserves(tables, event, at, event.venue)
    },
    graduated(event, tables, at) {
      setReserves(tables, event, at, 'amm')
    },
    poolClosed({ token }, tables) {
      closeBook(tables, token)
    },
    otherSupply({ pools }, tables) {
      for (const { token } of pools) closeBook(tables, token)
    },
  },
})

const WORST_PRICE_DIGITS = 20

/** Rounded down, so that the shown limit is never better than the order's real one. */
const cutDecimal = ({ numerator, denominator }: Ratio): string => {
  const scale = 10n ** BigInt(WORST_PRICE_DIGITS)
  return formatDecimal(
    { numerator: (numerator * scale) / denominator, denominator: scale },
    WORST_PRICE_DIGITS,
  )
}
