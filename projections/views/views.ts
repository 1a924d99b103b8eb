// Views for users: readable addresses, names and times, amounts in ADA, and each row with its token. They are described once for
// SQLite and PostgreSQL, have the same names and columns in both, are computed when they are read, and cost nothing while
// folding.

import { POSITIONS_PER_SLOT } from '../../schema/block-limits.ts'
import { RESOLUTIONS } from '../../schema/responses/charts.ts'
import { PAYMENT_BYTES } from '../engine/outputs/utxo-set.ts'

/** SQL in which SQLite and PostgreSQL differ. Arguments are expressions of the columns' own types. */
export interface Dialect {
  /** A table, with its schema. */
  table(name: string): string
  /** Hex of bytes. */
  hex(bytes: string): string
  /** A time from Unix seconds. */
  time(seconds: string): string
  /** A number from the text of a decimal. */
  decimal(text: string): string
  /** A number from the text of a fraction. */
  ratio(text: string): string
  /** A number from a column of the kind `natural`. */
  natural(stored: string): string
  /** The text of a raw address. */
  address(bytes: string): string
  /** The name of a token from its asset id; bytes that are not ASCII are written as \ooo. */
  name(assetId: string): string
  /** Join of `utxos` with the row of `transactions` that created them, as `made`. */
  readonly made: string
}

/** SQL for the Unix seconds of slot 0, computed from the newest order: a slot has one second on every network of this era. */
const firstSecond = (orders: string): string =>
  `SELECT newest.time - newest.updated / ${POSITIONS_PER_SLOT} FROM ${orders} AS newest ORDER BY newest.id DESC LIMIT 1`

export interface View {
  readonly name: string
  /** Tables that the view reads. */
  readonly of: readonly string[]
  readonly comment: string
  select(dialect: Dialect): string
}

export const VIEWS: readonly View[] = [
  {
    name: 'token_view',
    of: ['pools', 'launches'],
    comment:
      'Tokens: names (bytes outside ASCII as ooo), prices in ADA, times of launch and graduation, and whether the launch was not seen.',
    select: ({ table, time, decimal, name }) => `
      SELECT pools.id AS pool, token, ${name('token')} AS name, ticker, venue,
        ${decimal('price')} / 1e6 AS ada_per_token, market_cap / 1e6 AS market_cap_ada, volume / 1e6 AS volume_ada, trades,
        ${time('created')} AS created, ${time('graduated')} AS graduated,
        adopted
      FROM ${table('pools')} LEFT JOIN ${table('launches')} ON launches.pool = pools.id`,
  },
  {
    name: 'trade_view',
    of: ['trades', 'pools', 'launches', 'orders'],
    comment:
      'Trades with their token, their time, and the trader whose order was filled; owner is the hash of the payment part of the address.',
    select: ({ table, hex, time, decimal, address }) => `
      SELECT position, ${time('trades.time')} AS time, pools.token, ticker, trades.venue, trades.side, trades.lovelace / 1e6 AS ada,
        trades.tokens, ${decimal('trades.price')} / 1e6 AS ada_per_token, ${hex('trades.transaction_id')} AS "transaction",
        ${address('orders.address')} AS trader, orders.owner
      FROM ${table('trades')} JOIN ${table('pools')} ON pools.nft = trades.pool LEFT JOIN ${table('launches')} ON launches.pool = pools.id
        LEFT JOIN ${table('orders')} ON orders.transaction_id = order_transaction AND orders.output_index = order_index`,
  },
  {
    name: 'candle_view',
    of: ['bars', 'pools', 'launches'],
    comment: `Candlesticks in ADA per token; resolution is one of ${RESOLUTIONS.join(', ')}.`,
    select: ({ table, time, ratio, decimal }) => `
      SELECT token, ticker, named.resolution, ${time('bars.time')} AS time,
        ${['open', 'high', 'low', 'close'].map((price) => `${ratio(`bars.${price}`)} / 1e6 AS ${price}`).join(', ')},
        bars.volume / 1e6 AS volume_ada, bars.trades, ${decimal('bars.market_cap')} / 1e6 AS market_cap_ada
      FROM (${RESOLUTIONS.map((name, id) => `SELECT '${name}' AS resolution, ${id} AS id`).join(' UNION ALL ')}) AS named
        JOIN ${table('bars')} ON bars.resolution = named.id JOIN ${table('pools')} ON pools.id = bars.pool
        LEFT JOIN ${table('launches')} ON launches.pool = pools.id`,
  },
  {
    name: 'order_view',
    of: ['orders'],
    comment:
      'Orders with the address that receives the outcome, the time of placement, and the time of the last change of status; owner is the hash of the payment part of the address.',
    select: ({ table, hex, time, decimal, address }) => `
      SELECT id, ${time('time')} AS time, token, side, status, from_amount, to_amount, ${decimal('worst_price')} AS worst_price, venue,
        ${address('address')} AS address, ${hex('transaction_id')} AS "transaction", output_index,
        ${hex('ended_by')} AS ended_by, owner, ${time(`id / ${POSITIONS_PER_SLOT} + (${firstSecond(table('orders'))})`)} AS placed
      FROM ${table('orders')}`,
  },
  {
    name: 'holder_view',
    of: ['holders', 'pools'],
    comment: 'Quantity of a token at each address.',
    select: ({ table, natural }) => `
      SELECT token, address, ${natural('quantity')} AS quantity FROM ${table('holders')} JOIN ${table('pools')} ON pools.id = holders.pool`,
  },
  {
    name: 'position_view',
    of: ['order_totals', 'order_books', 'pools', 'launches'],
    comment:
      'Positions of wallets in tokens, by executed orders and in ADA: profit of sales by the average cost of purchases, the fees of executors in addition to these amounts, and cost and value of bought tokens that were not sold, even if they were sent to others. Tokens of a closed pool have no value.',
    select: ({ table, decimal }) => `
      SELECT order_totals.owner, order_books.token, ticker, executed AS orders, bought_lovelace / 1e6 AS bought_ada, bought_tokens,
        sold_lovelace / 1e6 AS sold_ada, sold_tokens, (closed_lovelace - closed_cost) / 1e6 AS realised_ada, fees / 1e6 AS fees_ada,
        bought_tokens - closed_tokens AS left_tokens, (bought_lovelace - closed_cost) / 1e6 AS left_cost_ada,
        CASE WHEN pools.venue <> 'closed' THEN (bought_tokens - closed_tokens) * ${decimal('price')} / 1e6 END AS left_worth_ada
      FROM ${table('order_totals')} JOIN ${table('order_books')} ON order_books.id = order_totals.book
        LEFT JOIN ${table('pools')} ON pools.token = order_books.token LEFT JOIN ${table('launches')} ON launches.pool = pools.id
      WHERE length(order_totals.owner) > 0 AND executed > 0`,
  },
  {
    name: 'output_view',
    of: ['utxos', 'transactions'],
    comment:
      'Unspent outputs with address and reference; use raw_address to find the outputs of an address, in SQLite with payment (docs/data/export.md).',
    select: ({ table, hex, address, made }) => `
      SELECT utxos.id, ${address('utxos.address')} AS address, ${hex('made.hash')} AS "transaction",
        utxos.id - made.id + made.first_index AS output_index, lovelace / 1e6 AS ada, assets IS NOT NULL AS has_assets, utxos.address AS raw_address,
        substr(utxos.address, 1, ${PAYMENT_BYTES}) AS payment
      FROM ${table('utxos')} ${made}`,
  },
]
