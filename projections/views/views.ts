// Views for users: readable addresses, names and times, amounts in ADA, and each row with its token. They are described once for SQLite and
// PostgreSQL, with the same names and columns. They are computed when they are read, so they take no time of folding.

import { POSITIONS_PER_SLOT } from '../../schema/block-limits.ts'
import { RESOLUTIONS } from '../../schema/responses/charts.ts'
import { PAYMENT_BYTES } from '../engine/outputs/utxo-set.ts'

/** Arguments are expressions of the columns' own types. */
export interface Dialect {
  table(name: string): string
  hex(bytes: string): string
  time(seconds: string): string
  day(seconds: string): string
  ada(lovelace: string): string
  decimal(text: string): string
  ratio(text: string): string
  natural(stored: string): string
  address(bytes: string): string
  /** Bytes that are not ASCII are written as \ooo. */
  name(assetId: string): string
  /** Joins each row of `utxos` with the row of `transactions` that created it, as `made`. */
  readonly made: string
}

/** Unix seconds, from the newest order. On every supported network a slot now lasts one second. */
const firstSecond = (orders: string): string =>
  `SELECT newest.time - newest.updated / ${POSITIONS_PER_SLOT} FROM ${orders} AS newest ORDER BY newest.id DESC LIMIT 1`

export interface View {
  readonly name: string
  readonly of: readonly string[]
  readonly comment: string
  select(dialect: Dialect): string
}

/** Columns of `trades` are named after these kinds. */
const TRADE_FEES = ['percentage', 'executor', 'liquidity', 'treasury', 'royalty']

export const VIEWS: readonly View[] = [
  {
    name: 'token_view',
    of: ['pools', 'launches', 'holder_totals'],
    comment:
      'Tokens: names (bytes outside ASCII as ooo), prices in ADA, times of launch and graduation, and whether the launch was not seen.',
    select: ({ table, time, decimal, ada, name }) => `
      SELECT pools.id AS pool, token, ${name('token')} AS name, ticker, venue,
        ${decimal('price')} / 1e6 AS ada_per_token, ${ada('market_cap')} AS market_cap_ada, ${ada('volume')} AS volume_ada, trades,
        ${time('created')} AS created, ${time('graduated')} AS graduated,
        adopted, dev_key AS creator
      FROM ${table('pools')} LEFT JOIN ${table('launches')} ON launches.pool = pools.id
        LEFT JOIN ${table('holder_totals')} ON holder_totals.pool = pools.id`,
  },
  {
    name: 'trade_view',
    of: ['trades', 'pools', 'launches', 'orders'],
    comment:
      'Trades with their token, their time, and the trader whose order was filled; owner is the hash of the payment part of the address.',
    select: ({ table, hex, time, decimal, ada, address }) => `
      SELECT position, ${time('trades.time')} AS time, pools.token, ticker, trades.venue, trades.side, ${ada('trades.lovelace')} AS ada,
        trades.tokens, ${decimal('trades.price')} / 1e6 AS ada_per_token, ${hex('trades.transaction_id')} AS "transaction",
        ${address('orders.address')} AS trader, orders.owner
      FROM ${table('trades')} JOIN ${table('pools')} ON pools.nft = trades.pool LEFT JOIN ${table('launches')} ON launches.pool = pools.id
        LEFT JOIN ${table('orders')} ON orders.transaction_id = order_transaction AND orders.output_index = order_index`,
  },
  {
    name: 'candle_view',
    of: ['bars', 'pools', 'launches'],
    comment: `Candlesticks in ADA per token; resolution is one of ${RESOLUTIONS.join(', ')}.`,
    select: ({ table, time, ratio, decimal, ada }) => `
      SELECT token, ticker, named.resolution, ${time('bars.time')} AS time,
        ${['open', 'high', 'low', 'close'].map((price) => `${ratio(`bars.${price}`)} / 1e6 AS ${price}`).join(', ')},
        ${ada('bars.volume')} AS volume_ada, bars.trades, ${ada(decimal('bars.market_cap'))} AS market_cap_ada
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
    select: ({ table, decimal, ada }) => `
      SELECT order_totals.owner, order_books.token, ticker, executed AS orders, ${ada('bought_lovelace')} AS bought_ada, bought_tokens,
        ${ada('sold_lovelace')} AS sold_ada, sold_tokens, ${ada('closed_lovelace - closed_cost')} AS realised_ada, ${ada('fees')} AS fees_ada,
        bought_tokens - closed_tokens AS left_tokens, ${ada('bought_lovelace - closed_cost')} AS left_cost_ada,
        CASE WHEN pools.venue <> 'closed' THEN ${ada(`(bought_tokens - closed_tokens) * ${decimal('price')}`)} END AS left_worth_ada
      FROM ${table('order_totals')} JOIN ${table('order_books')} ON order_books.id = order_totals.book
        LEFT JOIN ${table('pools')} ON pools.token = order_books.token LEFT JOIN ${table('launches')} ON launches.pool = pools.id
      WHERE length(order_totals.owner) > 0 AND executed > 0`,
  },
  {
    name: 'trader_view',
    of: ['traders'],
    comment:
      'Traders of all time, by executed orders: net profit of sales after every fee but those of the network, and how many sales had one.',
    select: ({ table, time, address, ada }) => `
      SELECT owner, ${address('address')} AS address, tokens, ${time('first')} AS first, ${time('latest')} AS latest, ${ada('volume')} AS volume_ada,
        trades, ${ada('profit')} AS profit_ada, sales, wins
      FROM ${table('traders')}`,
  },
  {
    name: 'trader_day_view',
    of: ['trader_days'],
    comment: 'The same figures of each day (UTC); add up the days of a window.',
    select: ({ table, day, ada }) => `
      SELECT ${day('day')} AS day, owner, ${ada('volume')} AS volume_ada, trades, ${ada('profit')} AS profit_ada, sales, wins
      FROM ${table('trader_days')}`,
  },
  {
    name: 'output_view',
    of: ['utxos', 'transactions'],
    comment:
      'Unspent outputs with address and reference; use raw_address to find the outputs of an address, in SQLite with payment (docs/data/export.md).',
    select: ({ table, hex, address, ada, made }) => `
      SELECT utxos.id, ${address('utxos.address')} AS address, ${hex('made.hash')} AS "transaction",
        utxos.id - made.id + made.first_index AS output_index, ${ada('lovelace')} AS ada, assets IS NOT NULL AS has_assets, utxos.address AS raw_address,
        substr(utxos.address, 1, ${PAYMENT_BYTES}) AS payment
      FROM ${table('utxos')} ${made}`,
  },
  {
    name: 'fee_view',
    of: ['trades', 'liquidity', 'pools', 'launches'],
    comment:
      'Fees of trades and graduations, one row for each kind. The percentage fees of the orders in one transaction are exact together, and divided by their ADA. The fee of a launch is not known.',
    select: ({ table, hex, time, day, decimal, ada }) => `
      SELECT event, ${time('paid.time')} AS time, ${day('paid.time')} AS day, token, ticker, kind,
        CASE WHEN is_ada THEN fee END AS lovelace, CASE WHEN NOT is_ada THEN fee END AS tokens,
        ${ada(`CASE WHEN is_ada THEN fee ELSE fee * ${decimal('paid.price')} END`)} AS ada, ${hex('transaction_id')} AS "transaction"
      FROM (
        SELECT event, time, pool, kind, price, transaction_id, kind IN ('percentage', 'executor') OR side = 'buy' AS is_ada,
          CASE kind ${TRADE_FEES.map((kind) => `WHEN '${kind}' THEN ${kind}_fee`).join(' ')} END AS fee
        FROM ${table('trades')} CROSS JOIN (${TRADE_FEES.map((kind) => `SELECT '${kind}' AS kind`).join(' UNION ALL ')}) AS kinds
        UNION ALL
        SELECT event, time, pool, 'graduation', '0', transaction_id, 1 = 1, lovelace_before - lovelace_after
        FROM ${table('liquidity')} WHERE is_creation AND venue_before = 'curve'
      ) AS paid JOIN ${table('pools')} ON pools.nft = paid.pool LEFT JOIN ${table('launches')} ON launches.pool = pools.id
      WHERE fee <> 0`,
  },
  {
    name: 'fee_day_view',
    of: ['trades', 'liquidity', 'pools', 'launches'],
    comment:
      'Fees by day (UTC), token and kind; the sum over a day, a token or a kind is the sum of its rows.',
    select: ({ table }) => `
      SELECT day, token, ticker, kind, count(*) AS fees, sum(lovelace) AS lovelace, sum(tokens) AS tokens, round(sum(ada), 6) AS ada
      FROM ${table('fee_view')} GROUP BY day, token, ticker, kind`,
  },
  {
    name: 'creator_view',
    of: ['creators', 'holder_totals', 'pools', 'trades', 'liquidity', 'launches'],
    comment: 'Creators with their launches, and volume and fees of the launched tokens.',
    select: ({ table, decimal, ada }) => `
      SELECT key_hash AS creator, launched, creators.graduated, ${ada('sum(made.volume)')} AS volume_ada, sum(made.trades) AS trades,
        ${ada('sum(percentage)')} AS percentage_ada, ${ada('sum(royalty)')} AS royalty_ada
      FROM ${table('creators')} JOIN (
        SELECT dev_key, volume, trades,
          (SELECT coalesce(sum(percentage_fee), 0) FROM ${table('trades')} WHERE trades.pool = pools.nft) AS percentage,
          (SELECT coalesce(sum(CASE side WHEN 'buy' THEN royalty_fee ELSE royalty_fee * ${decimal('trades.price')} END), 0)
            FROM ${table('trades')} WHERE trades.pool = pools.nft) AS royalty
        FROM ${table('holder_totals')} JOIN ${table('pools')} ON pools.id = holder_totals.pool
      ) AS made ON made.dev_key = creators.key_hash
      GROUP BY key_hash, launched, creators.graduated`,
  },
]
