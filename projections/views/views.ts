// Views for people: addresses, names and times as they are shown, amounts in ADA, and each row with its token. They are described once
// for SQLite and PostgreSQL, have the same names and columns in both, compute as they are read, and cost nothing while folding.

/** SQL that SQLite and PostgreSQL write differently. Arguments are expressions of the columns' own types. */
export interface Dialect {
  /** A table, with its schema. */
  table(name: string): string
  /** Hex of bytes. */
  hex(bytes: string): string
  /** A time from Unix seconds. */
  time(seconds: string): string
  /** A number from the text of a decimal. */
  decimal(text: string): string
  /** A number from a column of the kind `natural`. */
  natural(stored: string): string
  /** A raw address as it is shown. */
  address(bytes: string): string
  /** The name of a token from its asset id: bytes that are no ASCII as \ooo. */
  name(assetId: string): string
  /** Join of `utxos` with the row of `transactions` that made them, as `made`. */
  readonly made: string
}

export interface View {
  readonly name: string
  /** Tables it reads. */
  readonly of: readonly string[]
  readonly comment: string
  select(dialect: Dialect): string
}

export const VIEWS: readonly View[] = [
  {
    name: 'token_view',
    of: ['pools', 'launches'],
    comment:
      'Tokens: names (bytes that are no ASCII as \\ooo), prices in ADA, and when they launched and graduated.',
    select: ({ table, time, decimal, name }) => `
      SELECT pools.id AS pool, token, ${name('token')} AS name, ticker, venue,
        ${decimal('price')} / 1e6 AS ada_per_token, market_cap / 1e6 AS market_cap_ada, volume / 1e6 AS volume_ada, trades,
        ${time('created')} AS created, ${time('graduated')} AS graduated
      FROM ${table('pools')} LEFT JOIN ${table('launches')} ON launches.pool = pools.id`,
  },
  {
    name: 'trade_view',
    of: ['trades', 'pools', 'launches'],
    comment: 'Trades with their token and time.',
    select: ({ table, hex, time, decimal }) => `
      SELECT position, ${time('time')} AS time, token, ticker, trades.venue, side, trades.lovelace / 1e6 AS ada,
        trades.tokens, ${decimal('trades.price')} / 1e6 AS ada_per_token, ${hex('transaction_id')} AS "transaction"
      FROM ${table('trades')} JOIN ${table('pools')} ON pools.nft = trades.pool LEFT JOIN ${table('launches')} ON launches.pool = pools.id`,
  },
  {
    name: 'order_view',
    of: ['orders'],
    comment: 'Orders with the address that their outcome goes to.',
    select: ({ table, hex, time, decimal, address }) => `
      SELECT id, ${time('time')} AS time, token, side, status, from_amount, to_amount, ${decimal('worst_price')} AS worst_price, venue,
        ${address('address')} AS address, ${hex('transaction_id')} AS "transaction", output_index,
        ${hex('ended_by')} AS ended_by
      FROM ${table('orders')}`,
  },
  {
    name: 'holder_view',
    of: ['holders', 'pools'],
    comment: 'Who holds how much of a token.',
    select: ({ table, natural }) => `
      SELECT token, address, ${natural('quantity')} AS quantity FROM ${table('holders')} JOIN ${table('pools')} ON pools.id = holders.pool`,
  },
  {
    name: 'output_view',
    of: ['utxos', 'transactions'],
    comment: 'Unspent outputs with their address and reference.',
    select: ({ table, hex, address, made }) => `
      SELECT utxos.id, ${address('utxos.address')} AS address, ${hex('made.hash')} AS "transaction",
        utxos.id - made.id + made.first_index AS output_index, lovelace / 1e6 AS ada, assets IS NOT NULL AS has_assets
      FROM ${table('utxos')} ${made}`,
  },
]
