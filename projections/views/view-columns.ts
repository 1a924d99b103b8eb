// Comments on the views' columns, which PostgreSQL shows. They are found by the column's name or, where a column of a view means something
// else, by view and name.

const COMMENTS: Readonly<Record<string, string>> = {
  pool: 'Id of the pool, as in pools.id.',
  token: 'Asset id of the token.',
  name: 'Name of the token; bytes that are not ASCII as three octal digits.',
  ticker: 'Ticker of the launch; null for a token whose launch was not seen.',
  venue: 'Where it is traded: curve, amm, or closed for a pool that is not listed.',
  side: 'Side of the trader: buy or sell.',
  time: 'Time of the block.',
  day: 'Day of the block, UTC.',
  ada: 'ADA side.',
  ada_per_token: 'Price in ADA for one token.',
  market_cap_ada: 'Price of the whole emission in ADA.',
  volume_ada: 'ADA side of all orders and trades.',
  trades: 'Number of orders and trades.',
  tokens: 'Tokens, smallest units.',
  address: 'Address as text.',
  raw_address: 'Bytes of the address, by which an index finds it.',
  owner: 'Hash of the payment part of the address: of a key or of a script.',
  transaction: 'Transaction id, hex.',
  output_index: 'Index of the output in its transaction.',
  id: 'Id of the output: its position on the chain.',
  quantity: 'Quantity of the token, smallest units.',
  creator: "Hash of the creator's payment key; null if it is unknown.",
}

const OF_VIEWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  token_view: {
    created: 'Time of the launch, or of the first seen block of a pool whose launch was not seen.',
    graduated: 'Time of the graduation; null before it, and if it was not seen.',
    adopted: 'Whether the pool was found without its launch.',
  },
  trade_view: {
    position: 'Position on the chain; sorts trades by time.',
    venue: 'curve, amm, or orders if orders filled each other without a pool.',
    ada_per_token: 'Price after the trade, in ADA for one token.',
    trader: 'Address of the owner of the order that was filled; null without an order.',
    owner: 'Hash of the payment part of the trader; null without an order.',
  },
  candle_view: {
    resolution: 'Length of the candle.',
    time: 'Start of the candle.',
    open: 'Price before the first trade, in ADA for one token.',
    high: 'Highest price before or after a trade.',
    low: 'Lowest price before or after a trade.',
    close: 'Price after the last trade.',
    market_cap_ada: 'Price of the whole emission at the close, in ADA.',
  },
  order_view: {
    id: 'Id of the order; sorts orders by the time of placement.',
    time: 'Time of the last change of the status.',
    status: 'open, filled or cancelled.',
    from_amount: 'Amount given, smallest units of ADA or token; of a filled order the swapped amount.',
    to_amount: 'Amount expected, or received by a filled order, smallest units.',
    worst_price: 'Worst acceptable output per input.',
    venue: 'curve or amm: the venue of the token at placement, or where the order was filled.',
    address: 'Address that receives the outcome.',
    transaction: 'Transaction that placed the order, hex.',
    ended_by: 'Transaction that filled or cancelled the order, hex; null while it is open.',
    placed: 'Time of placement.',
  },
  position_view: {
    orders: 'Number of executed orders.',
    bought_ada: 'ADA that purchases cost.',
    bought_tokens: 'Tokens that purchases brought, smallest units.',
    sold_ada: 'ADA that sales brought.',
    sold_tokens: 'Tokens that were sold, smallest units.',
    realised_ada: 'Profit of sales of bought tokens, by the average cost of purchases.',
    fees_ada: 'Fees of executors, in addition to the other amounts.',
    left_tokens: 'Bought tokens that orders have not sold.',
    left_cost_ada: 'Cost of these tokens.',
    left_worth_ada: 'Value of these tokens at the price of the pool; null for a closed pool.',
  },
  trader_view: {
    tokens: 'Number of traded tokens.',
    first: 'Time of the first executed order.',
    latest: 'Time of the latest executed order.',
    volume_ada: 'ADA side of the executed orders.',
    trades: 'Number of executed orders.',
    profit_ada: 'Net profit of sales.',
    sales: 'Number of sales of bought tokens.',
    wins: 'Number of these sales with a profit.',
  },
  trader_day_view: {
    volume_ada: 'ADA side of the orders that were executed on the day.',
    trades: 'Number of these orders.',
    profit_ada: 'Net profit of sales on the day.',
    sales: 'Number of sales of bought tokens.',
    wins: 'Number of these sales with a profit.',
  },
  output_view: {
    ada: 'ADA of the output.',
    has_assets: 'Whether the output has native assets.',
    payment: 'First 29 bytes of the address, which an index of SQLite has.',
  },
  asset_view: { asset: 'Asset id.', quantity: 'Quantity of the asset, smallest units.' },
  fee_view: {
    event: 'Position of the event; equal for the fees of one trade.',
    kind: 'percentage (of the launchpad, which shares it with the creator outside of the chain), executor, liquidity, treasury or royalty (of the AMM pool), or graduation.',
    lovelace: 'Fee in lovelace; null if it was taken in tokens.',
    tokens: 'Fee in tokens, smallest units; null if it was taken in ADA.',
    ada: 'Fee in ADA; a fee in tokens at the price of the trade.',
  },
  fee_day_view: {
    kind: 'Kind of the fees, as in fee_view.',
    fees: 'Number of fees.',
    lovelace: 'Sum of the fees that were taken in ADA, lovelace.',
    tokens: 'Sum of the fees that were taken in tokens, smallest units.',
    ada: 'Sum in ADA; fees in tokens at the prices of their trades.',
  },
  creator_view: {
    creator: "Hash of the creator's payment key.",
    launched: 'Number of launched tokens.',
    graduated: 'Number of these tokens that graduated.',
    volume_ada: 'ADA side of all orders and trades of these tokens.',
    trades: 'Number of orders and trades of these tokens.',
    percentage_ada:
      "Percentage fees of these tokens' trades, of which the launchpad gives the creator a share outside of the chain.",
    royalty_ada: "Royalty fees of these tokens' AMM pools; those in tokens at the prices of their trades.",
  },
}

export const VIEW_COMMENTS = [COMMENTS, OF_VIEWS] as const

/** @throws {TypeError} if the column has no comment */
export const columnComment = (view: string, column: string): string => {
  const comment = OF_VIEWS[view]?.[column] ?? COMMENTS[column]
  if (comment === undefined) throw new TypeError(`${view}.${column} has no comment`)
  return comment
}
