// Positions of wallets in the tokens that they traded by orders: amount, cost, fees and value. The sums of several keys are added. If one
// key buys and another sells, the sale has no cost.
import type Database from 'better-sqlite3'
import { least } from '../../../schema/amount-limits.ts'
import { floorDiv } from '../../../schema/codecs/ratio.ts'
import { quoteSell } from '../../../schema/launchpad/quote.ts'
import type { AssetId, Hex } from '../../../schema/primitives.ts'
import { openPosition, partOf, realisedProfit } from '../../models/average-cost.ts'
import { orderBooks } from '../../models/order-books.ts'
import { ALL_BOOKS, orderTotals, type TotalsRow } from '../../models/order-totals.ts'
import { namesOf, param, prepare, queries } from '../reader/prepared.ts'
import { ownedQuery, pricedPoolQuery } from './balances.ts'
import { poolIdQuery } from './pool-id.ts'

/** A share of the proceeds, and a fixed amount. */
export interface SaleFees {
  readonly basisPoints: bigint
  readonly flat: bigint
}

/** Proceeds of selling the open part at once, after all fees but the network's; undefined if the token does not trade. */
export const netNowOf = (
  { open, quoted }: Pick<Position, 'open' | 'quoted'>,
  { basisPoints, flat }: SaleFees,
): bigint | undefined => {
  if (quoted === undefined) return undefined
  return open.tokens === 0n ? 0n : quoteSell(quoted, open.tokens, basisPoints) - flat
}

/** Amounts are in lovelace or smallest units. */
export type Position = NonNullable<ReturnType<ReturnType<typeof positionQueries>['ofToken']>>

/** Totals by token. */
const executedRows = (database: Database.Database) => {
  const rows = queries
    .selectFrom('order_totals')
    .innerJoin('order_books', 'order_books.id', 'order_totals.book')
    .select([...namesOf(orderTotals.columns), 'order_books.token'])
    .where('order_totals.owner', '=', param('owner', orderTotals.columns.owner))
    .where('order_totals.executed', '>', 0)
  const columns = { ...orderTotals.columns, token: orderBooks.columns.token }
  return {
    newest: prepare(
      database,
      rows
        .where('order_totals.book', '>', ALL_BOOKS)
        .where('order_totals.book', '<', param<number>('before'))
        .orderBy('order_totals.book', 'desc')
        .limit(param<number>('limit')),
      columns,
    ),
    one: prepare(database, rows.where('order_totals.book', '=', param<number>('book')), columns),
  }
}

type Row = TotalsRow & { readonly token: AssetId }

export const positionsOf = (database: Database.Database) => {
  const pricedPool = pricedPoolQuery(database)
  const poolIdOf = poolIdQuery(database)
  const ownedBy = ownedQuery(database)
  return (keys: Iterable<Hex>, token: AssetId, ofKeys: readonly TotalsRow[]) => {
    const sum = (of: (row: TotalsRow) => bigint): bigint => ofKeys.reduce((total, row) => total + of(row), 0n)
    const pool = poolIdOf(token)
    const owned = pool === undefined ? 0n : ownedBy(pool, keys)
    const market = pricedPool(token)
    const worthOf = (tokens: bigint): bigint | undefined =>
      market && floorDiv(tokens * market.price.numerator, market.price.denominator)
    const left = {
      tokens: sum((row) => openPosition(row).tokens),
      cost: sum((row) => openPosition(row).cost),
      fees: sum((row) => openPosition(row).fees),
    }
    const tokens = least(owned, left.tokens)
    return {
      token,
      /** Number of executed orders. */
      orders: ofKeys.reduce((total, { executed }) => total + executed, 0),
      boughtLovelace: sum(({ bought_lovelace }) => bought_lovelace),
      boughtTokens: sum(({ bought_tokens }) => bought_tokens),
      soldLovelace: sum(({ sold_lovelace }) => sold_lovelace),
      soldTokens: sum(({ sold_tokens }) => sold_tokens),
      /** 0 if the token's launch was never seen. */
      owned,
      /** At the pool's price, rounded down; undefined if the token does not trade. */
      worth: worthOf(owned),
      /** Owned tokens that were bought with orders. */
      open: { ...partOf(left, tokens), worth: worthOf(tokens) },
      /** Paid to executors. */
      fees: sum(({ fees }) => fees),
      /** Would fill a sale now; undefined if the token does not trade. */
      quoted: market?.quoted,
      /** Proceeds of sales minus the cost of the sold tokens. */
      realised: sum(realisedProfit),
    }
  }
}

export const positionQueries = (database: Database.Database) => {
  const { newest, one } = executedRows(database)
  const bookId = prepare(
    database,
    queries.selectFrom('order_books').select('id').where('token', '=', param<string>('token')),
    orderBooks.columns,
  )
  const positionOf = positionsOf(database)
  return {
    /** Undefined if the keys executed no order of the token. */
    ofToken: database.transaction((keys: Iterable<Hex>, token: AssetId) => {
      const book = bookId.get({ token })?.id
      if (book === undefined) return undefined
      const ofKeys = [...keys].flatMap((owner) => one.get({ owner, book }) ?? [])
      return ofKeys.length === 0 ? undefined : positionOf(keys, token, ofKeys)
    }),
    /**
     * Newest first, by the token's first appearance.
     * @param after last token of the previous page
     */
    page: database.transaction((keys: Iterable<Hex>, after: AssetId | undefined, limit: number) => {
      const before = after === undefined ? Number.MAX_SAFE_INTEGER : (bookId.get({ token: after })?.id ?? 0)
      const byBook = new Map<number, Row[]>()
      for (const owner of keys)
        for (const row of newest.all({ owner, before, limit: limit + 1 })) {
          const known = byBook.get(row.book)
          if (known === undefined) byBook.set(row.book, [row])
          else known.push(row)
        }
      const books = [...byBook].sort(([a], [b]) => b - a)
      const items = books
        .slice(0, limit)
        .flatMap(([, ofKeys]) => (ofKeys[0] === undefined ? [] : [positionOf(keys, ofKeys[0].token, ofKeys)]))
      return { items, hasMore: books.length > limit }
    }),
  }
}
