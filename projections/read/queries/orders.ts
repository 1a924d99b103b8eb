// Orders in the form of responses. A list is merged from a few ordered ranges, one per requested key and status, so no query sorts rows
// that are not in the response. The number of matching orders comes from totals that the model keeps. The number of index rows for a page
// is known before it is read, so an expensive page can be read in a read thread.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { formatDecimal } from '../../../schema/codecs/ratio.ts'
import { ADA, type AssetId, type Hex, type OutputReference } from '../../../schema/primitives.ts'
import { entityIdOf, outputBeacon } from '../../../schema/responses/entity-id.ts'
import type { ApiOrder, OrderMetrics, OrderTrade } from '../../../schema/responses/orders.ts'
import { integer, text } from '../../engine/table/column.ts'
import type { RowOf } from '../../engine/table/table.ts'
import type { OrderTerms } from '../../interpret/events.ts'
import { bookWithoutPool, orderBooks } from '../../models/order-books.ts'
import { ALL_BOOKS, EVERYBODY, NO_ORDERS, orderTotals } from '../../models/order-totals.ts'
import { orders, partiesOf, placedOrder } from '../../models/orders.ts'
import { allFound } from '../reader/all-found.ts'
import { namesOf, param, prepare, queries } from '../reader/prepared.ts'
import type { RowPlace, RowTexts } from './outputs/row-texts.ts'

/**
 * The orders of a token, or of keys in a token, or the histories of keys. Only histories have fills that neither a pool nor other orders
 * explain.
 */
export type OrderFilter = { readonly status?: 'open' | 'filled' } & (
  | { readonly of: 'token'; readonly asset: AssetId; readonly keys?: readonly Hex[] }
  | { readonly of: 'history'; readonly asset?: AssetId; readonly keys: readonly Hex[] }
)

export type OrderQueries = ReturnType<typeof orderQueries>

type OrderRow = RowOf<typeof orders.columns>

/** In lists the amounts are digits. */
type ShownRow = Pick<
  OrderRow,
  | 'transaction_id'
  | 'output_index'
  | 'token'
  | 'side'
  | 'owner'
  | 'address'
  | 'worst_price'
  | 'venue'
  | 'status'
  | 'ended_by'
  | 'time'
  | 'beacon'
> &
  Readonly<Record<'from_amount' | 'to_amount', bigint | string>>

/** One text per row. Reading columns one by one would take more time than SQLite's search. */
const shown = sql<string>`lower(concat_ws(' ', hex(transaction_id), output_index, token, side, hex(owner), hex(address),
  worst_price, venue, status, hex(ended_by), time, hex(beacon), from_amount, to_amount))`

const readShown = (row: string): ShownRow => {
  const [
    transaction_id = '',
    output_index,
    token = '',
    side = '',
    owner = '',
    address = '',
    worst_price = '',
    venue = '',
    status = '',
    ended_by = '',
    time,
    beacon = '',
    from_amount = '',
    to_amount = '',
  ] = row.split(' ')
  const { columns } = orders
  return {
    transaction_id,
    output_index: Number(output_index),
    token,
    side: columns.side.decode(side),
    owner,
    address,
    worst_price,
    venue: columns.venue.decode(venue),
    status: columns.status.decode(status),
    ended_by: ended_by === '' ? null : ended_by,
    time: Number(time),
    beacon: beacon === '' ? null : beacon,
    from_amount,
    to_amount,
  }
}

const STATUS = { open: 'Pending', filled: 'Evaluated', cancelled: 'Refunded' } as const
const STATUSES = ['open', 'filled', 'cancelled'] as const

const TRANSACTION_DIGITS = 64
const BEACON_DIGITS = 56

// Spreading an object would take as long as reading the rows.
const orderOf = (row: ShownRow): ApiOrder => {
  const output = { transaction: row.transaction_id, index: row.output_index }
  const order: ApiOrder = {
    entityId: entityIdOf(output),
    beacon: row.beacon ?? outputBeacon(output),
    asset: row.token,
    from: row.side === 'buy' ? ADA : row.token,
    to: row.side === 'buy' ? row.token : ADA,
    address: formatAddress(row.address),
    pkh: row.owner,
    worstPrice: row.worst_price,
    orderType: row.venue === 'amm' ? 'CFMM' : 'Spot',
    fromAmount: row.from_amount.toString(),
    toAmount: row.to_amount.toString(),
    status: STATUS[row.status],
    pendingTransactionId: row.transaction_id,
    evaluatedTransactionId: row.ended_by,
    timestamp: row.time,
  }
  // Only a launch's purchase ends in its own transaction.
  return row.ended_by === row.transaction_id ? { ...order, launch: true } : order
}

/** @param row the newest order in a chain of partial fills */
const tradeOf = (row: OrderRow): OrderTrade => {
  const { entityId, beacon, asset, from, to, address, pkh, worstPrice, orderType } = orderOf(row)
  const isFilled = row.status === 'filled'
  const isRest = row.root !== row.id
  const filledFrom = row.root_from + (isFilled ? row.from_amount : 0n)
  const filledTo = row.root_to + (isFilled ? row.to_amount : 0n)
  const [lovelace, tokens] = row.side === 'buy' ? [filledFrom, filledTo] : [filledTo, filledFrom]
  const words = {
    open: isRest ? 'partiallyClosed' : 'open',
    filled: 'closed',
    cancelled: 'cancelled',
  } as const
  return {
    entityId,
    beacon,
    asset,
    from,
    to,
    address,
    pkh,
    worstPrice,
    orderType,
    orderStatus: words[row.status],
    fromAmount: (row.root_from + row.from_amount).toString(),
    toAmount: (row.root_to + row.to_amount).toString(),
    filledFromAmount: filledFrom.toString(),
    filledToAmount: filledTo.toString(),
    price: tokens === 0n ? null : formatDecimal({ numerator: lovelace, denominator: tokens }),
    // The transaction that fills part of an order also creates the remaining order's output.
    evaluatedTransactionId: row.ended_by ?? (isRest ? row.transaction_id : null),
    timestamp: row.time,
  }
}

interface Range {
  read(limit: number, offset: number): RowPlace[]
  readonly count: number
}

/** Includes skipped rows. */
const stepsThrough = (ranges: readonly Range[], reach: number): number =>
  ranges.reduce((sum, { count }) => sum + Math.min(count, reach), 0)

const newestFirst = (a: RowPlace, b: RowPlace): number => b.updated - a.updated || b.id - a.id

const rowQueries = (database: Database.Database) => {
  const { columns } = orders
  const from = queries.selectFrom('orders')
  const rows = from.select(namesOf(columns))
  const inRange = from
    .select(['updated', 'id'])
    .orderBy('updated', 'desc')
    .orderBy('id', 'desc')
    .limit(param<number>('limit'))
    .offset(param<number>('offset'))
  const book = param<number>('book')
  const ofBook = inRange.where('book', '=', book)
  const inBook = ofBook.where('in_book', '=', sql<boolean>`1`)
  const owner = param('owner', columns.owner)
  const status = param('status', columns.status)
  const books = queries.selectFrom('order_books').where('token', '=', param<string>('token'))
  const totals = queries.selectFrom('order_totals').where('owner', '=', owner).where('book', '=', book)
  return {
    byId: prepare(database, rows.where('id', '=', param<number>('id')), columns),
    shownByIds: prepare(
      database,
      queries
        .selectFrom(sql<{ value: number }>`json_each(${param<string>('ids')})`.as('wanted'))
        // SQLite executes a cross join in the written order.
        .crossJoin('orders')
        .whereRef('orders.id', '=', 'wanted.value')
        .select(shown.as('row')),
      { row: text },
    ),
    byOutput: prepare(
      database,
      rows
        .where('transaction_id', '=', param('transaction', columns.transaction_id))
        .where('output_index', '=', param<number>('index')),
      columns,
    ),
    firstWithBeacon: prepare(
      database,
      from
        .select(['root', 'owns_beacon'])
        .where('beacon', '=', param('beacon', columns.transaction_id))
        .orderBy('owns_beacon', 'desc')
        .orderBy('root')
        .limit(1),
      columns,
    ),
    lastOfRoot: prepare(
      database,
      rows
        .where('beacon', '=', param('beacon', columns.transaction_id))
        .where(sql<boolean>`owns_beacon = ${param<number>('owns')}`)
        .where('root', '=', param<number>('root'))
        .orderBy('id', 'desc')
        .limit(1),
      columns,
    ),
    ofBook: prepare(database, inBook, columns),
    ofBookAndStatus: prepare(database, inBook.where('status', '=', status), columns),
    ofBookAndOwner: prepare(
      database,
      inBook.where('owner', '=', owner).where('status', '=', status),
      columns,
    ),
    unexplained: prepare(
      database,
      ofBook.where('owner', '=', owner).where('status', '=', status).where('in_book', '=', sql<boolean>`0`),
      columns,
    ),
    ofOwner: prepare(database, inRange.where('owner', '=', owner).where('status', '=', status), columns),
    onTape: prepare(
      database,
      inRange.where('on_tape', '=', sql<boolean>`1`).where('status', '=', status),
      columns,
    ),
    book: prepare(database, books.select(namesOf(orderBooks.columns)), orderBooks.columns),
    bookId: prepare(database, books.select('id'), { id: integer }),
    counts: prepare(database, totals.select(['orders', 'open', 'filled', 'executed']), {
      orders: integer,
      open: integer,
      filled: integer,
      executed: integer,
    }),
    totals: prepare(database, totals.select(namesOf(orderTotals.columns)), orderTotals.columns),
  }
}

type Statements = ReturnType<typeof rowQueries>

/** `unexplained` fills are only in their owner's history. */
const countsOf = ({ counts }: Statements, owner: Hex, book: number) => {
  const { orders, open, filled, executed } = counts.get({ owner, book }) ?? NO_ORDERS
  return { open, filled: executed, cancelled: orders - open - filled, unexplained: filled - executed }
}

const rangesOf = (statements: Statements, filter: OrderFilter): Range[] => {
  const { asset, keys, status } = filter
  const statuses = status === undefined ? STATUSES : [status]
  const owners = [...new Set(keys)]
  if (asset === undefined)
    return owners.flatMap((owner) => {
      const { unexplained, ...counts } = countsOf(statements, owner, ALL_BOOKS)
      return statuses.map((status) => ({
        read: (limit, offset) => statements.ofOwner.all({ owner, status, limit, offset }),
        count: counts[status] + (status === 'filled' ? unexplained : 0),
      }))
    })
  const book = statements.bookId.get({ token: asset })?.id
  if (book === undefined) return []
  if (keys === undefined) {
    const counts = countsOf(statements, EVERYBODY, book)
    if (status !== undefined) {
      const { ofBookAndStatus: of } = statements
      return [{ read: (limit, offset) => of.all({ book, status, limit, offset }), count: counts[status] }]
    }
    const count = counts.open + counts.filled + counts.cancelled
    return [{ read: (limit, offset) => statements.ofBook.all({ book, limit, offset }), count }]
  }
  return owners.flatMap((owner) => {
    const counts = countsOf(statements, owner, book)
    const listed = statuses.map(
      (status): Range => ({
        read: (limit, offset) => statements.ofBookAndOwner.all({ book, owner, status, limit, offset }),
        count: counts[status],
      }),
    )
    if (filter.of === 'token' || status === 'open') return listed
    const read: Range['read'] = (limit, offset) =>
      statements.unexplained.all({ book, owner, status: 'filled', limit, offset })
    return [...listed, { read, count: counts.unexplained }]
  })
}

/** Rows `offset` to `offset + limit`, merged into one order. */
const merged = (ranges: readonly Range[], offset: number, limit: number): RowPlace[] => {
  const [only, ...others] = ranges.filter(({ count }) => count > 0)
  if (only === undefined) return []
  if (others.length === 0) return offset < only.count ? only.read(limit, offset) : []
  return [only, ...others]
    .flatMap(({ read, count }) => read(Math.min(count, offset + limit), 0))
    .sort(newestFirst)
    .slice(offset, offset + limit)
}

/** @param texts without this cache nothing is cached */
export const orderQueries = (database: Database.Database, texts?: RowTexts) => {
  const statements = rowQueries(database)
  const made = (places: readonly RowPlace[]): string[] => {
    const rows = statements.shownByIds.firsts({ ids: JSON.stringify(places.map(({ id }) => id)) })
    return allFound(rows, places.length, 'orders').map((row) => JSON.stringify(orderOf(readShown(row))))
  }
  const listOf = (places: readonly RowPlace[]): string =>
    `[${(texts?.of(places, made) ?? made(places)).join(',')}]`
  const chainOf = (beacon: Hex): OrderRow | undefined => {
    if (beacon.length > BEACON_DIGITS) {
      const index = Number.parseInt(beacon.slice(TRANSACTION_DIGITS), 16)
      const row = statements.byOutput.get({ transaction: beacon.slice(0, TRANSACTION_DIGITS), index })
      return row?.beacon === null ? row : undefined
    }
    const first = statements.firstWithBeacon.get({ beacon })
    return first && statements.lastOfRoot.get({ beacon, root: first.root, owns: Number(first.owns_beacon) })
  }
  const byOutput = ({ transaction, index }: OutputReference): OrderRow | undefined =>
    statements.byOutput.get({ transaction, index })
  return {
    /**
     * JSON, newest change of status first, with the number of all matching orders. Undefined if it needs more than `mostSteps` index rows.
     * One transaction, so all rows belong to one state.
     */
    page: database.transaction(
      (filter: OrderFilter, offset: number, limit: number, mostSteps: number): string | undefined => {
        const ranges = rangesOf(statements, filter)
        if (stepsThrough(ranges, offset + limit) > mostSteps) return undefined
        const count = ranges.reduce((sum, range) => sum + range.count, 0)
        return `{"count":${count},"items":${listOf(merged(ranges, offset, limit))}}`
      },
    ),
    /** JSON, newest first. */
    latest: database.transaction((limit: number, statuses: readonly OrderRow['status'][] = STATUSES) => {
      const places = statuses.flatMap((status) => statements.onTape.all({ status, limit, offset: 0 }))
      return listOf(places.sort(newestFirst).slice(0, limit))
    }),
    /** Changes of the table `orders` are announced under this id. */
    byId(id: number): ApiOrder | undefined {
      const row = statements.byId.get({ id })
      return row && orderOf(row)
    },
    byOutput(output: OutputReference): ApiOrder | undefined {
      const row = byOutput(output)
      return row && orderOf(row)
    },
    /** The token's list omits fills that neither a pool nor other orders confirm. */
    inBook(output: OutputReference): ApiOrder | undefined {
      const row = byOutput(output)
      return row?.in_book === true ? orderOf(row) : undefined
    },
    /** Undefined unless the token is listed, and its own list has the order. */
    onTape(output: OutputReference): ApiOrder | undefined {
      const row = byOutput(output)
      return row?.on_tape === true ? orderOf(row) : undefined
    },
    /** As it would be listed now; undefined if it would never be listed. */
    unplaced(output: OutputReference, terms: OrderTerms, time: number): ApiOrder | undefined {
      const parties = partiesOf(terms)
      if (parties === undefined) return undefined
      const { token } = parties
      const book = statements.book.get({ token }) ?? bookWithoutPool(token, 0)
      const row = placedOrder(parties, book, output, terms, { position: 0, time })
      return { ...orderOf(row), status: 'Mempool' }
    },
    /**
     * Includes the orders that remained after partial fills. Anybody may write any beacon into an order. Of several orders, this is the one
     * from whose transaction the beacon is derived or, without one, the first on the chain.
     */
    trade(beacon: Hex): OrderTrade | undefined {
      const row = chainOf(beacon)
      return row && tradeOf(row)
    },
    /** Undefined if no order of the key was filled. */
    metrics(asset: AssetId, key: Hex): OrderMetrics | undefined {
      const book = statements.bookId.get({ token: asset })?.id
      const totals = book === undefined ? undefined : statements.totals.get({ owner: key, book })
      if (totals === undefined || totals.executed === 0) return undefined
      return {
        boughtAda: totals.bought_lovelace.toString(),
        boughtTokens: totals.bought_tokens.toString(),
        soldAda: totals.sold_lovelace.toString(),
        soldTokens: totals.sold_tokens.toString(),
        ordersCount: totals.executed,
      }
    },
  }
}
