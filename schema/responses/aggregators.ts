// Responses for aggregators: the adapter of DEX Screener (1.1) with GeckoTerminal's additional members, and CoinGecko's tickers and trades.
// Amounts and prices are decimal texts in whole units of ADA or tokens. A token's smallest unit is a whole token.
import { type Static, Type } from '@sinclair/typebox'
import { count, hash32, integer, text, tokenId } from './field-schemas.ts'

const POSITIVE = '^(?!0(?:\\.0*)?$)(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$'

const decimal = (description: string, example: string) =>
  Type.String({ pattern: '^(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$', description, examples: [example] })

const positive = (description: string, example: string) =>
  Type.String({ pattern: POSITIVE, description, examples: [example] })

const PAIR = '82e46eb16633bf8bfa820c83ffeb63192c6e21757d2bf91290b2f41d.4861696c204879647261'
const TRANSACTION = '0e4a7c58dd6f0fbdaf6e1ddc01ea38ae5e5af4ed97b1ae9de2cf1bc6fb2cb9ea'

const pairId = (description: string) => text(description, PAIR)

const Block = Type.Object(
  {
    blockNumber: count('Height of the block.', 10_782_965),
    blockTimestamp: integer('Time of the block, Unix seconds.', 1_725_260_400),
  },
  { description: 'The block.' },
)

export const LatestBlockSchema = Type.Object({ block: Block })

export const AssetSchema = Type.Object({
  asset: Type.Object(
    {
      id: text('Asset id; `.` for ADA.', '.'),
      name: Type.String({ minLength: 1, description: 'Name; never empty.', examples: ['Cardano'] }),
      symbol: Type.String({ minLength: 1, description: 'Ticker; never empty.', examples: ['ADA'] }),
      decimals: Type.Integer({
        description: 'Number of decimals: 0 for a launched token, 6 for ADA.',
        examples: [6],
      }),
      totalSupply: decimal(
        'In whole units. For a token, the amount that its launch minted, including burnt tokens.',
        '45000000000',
      ),
      coinGeckoId: Type.Optional(text('Id at CoinGecko; only of ADA.', 'cardano')),
      coinMarketCapId: Type.Optional(text('Id at CoinMarketCap; only of ADA.', '2010')),
      metadata: Type.Optional(
        Type.Record(Type.String(), Type.String(), {
          description: 'Of a token: `policyId`, `assetName` in hex, and `decimals`.',
          examples: [{ decimals: '0' }],
        }),
      ),
    },
    { description: 'The asset.' },
  ),
})

export const PairSchema = Type.Object({
  pair: Type.Object(
    {
      id: pairId('Asset id of the NFT of the curve pool or the AMM pool.'),
      dexKey: text('Name of the exchange: the setting `DEX_KEY`.', 'launchpad'),
      asset0Id: tokenId('Asset id of the token.'),
      asset1Id: Type.Literal('.', { description: 'ADA.' }),
      createdAtBlockNumber: Type.Optional(
        count('Height of the block of its launch or graduation; absent if that was not seen.', 10_782_965),
      ),
      createdAtBlockTimestamp: Type.Optional(integer('Time of this block, Unix seconds.', 1_725_260_400)),
      createdAtTxnId: Type.Optional(hash32('Transaction of its launch or graduation.', TRANSACTION)),
      feeBps: Type.Number({
        description:
          'Fee in 1/10,000: on the curve the fee of orders, on the AMM the fees of the pool: of liquidity, treasury and royalty.',
        examples: [100],
      }),
      metadata: Type.Record(Type.String(), Type.String(), {
        description: '`venue`: `curve` or `amm`.',
        examples: [{ venue: 'curve' }],
      }),
    },
    { description: 'The pair.' },
  ),
})

const placed = {
  block: Block,
  txnId: hash32('Transaction.', TRANSACTION),
  txnIndex: count("Place of the transaction among the launchpad's transactions of the block.", 0),
  eventIndex: count('Place of the event in its transaction.', 0),
  maker: text(
    "Address of the trader, bech32; if the transaction's trader is unknown, the id of the transaction.",
    'addr1q840qk7n86wqhr932tq6m5jv46kpvz4wm48420p4wd65ur2qa4gq5d8k6hvqgqk3q3fr0n6n9pwdk2lx0c3pwnqyxf0sm4k0zk',
  ),
  pairId: pairId('The pair.'),
}

const reserves = Type.Object(
  {
    asset0: decimal('Tokens.', '890853404'),
    asset1: decimal('ADA.', '503'),
  },
  { description: 'Reserves of the pool after the transaction.' },
)

const SwapSchema = Type.Object({
  ...placed,
  eventType: Type.Literal('swap', { description: 'A trade with the pool.' }),
  asset1In: Type.Optional(positive('ADA that a buyer paid, before the fee of the order.', '500')),
  asset0Out: Type.Optional(positive('Tokens that a buyer received.', '109146596')),
  asset0In: Type.Optional(positive('Tokens that a seller paid.', '109146596')),
  asset1Out: Type.Optional(positive('ADA that a seller received, after the fee of the order.', '490')),
  priceNative: positive('Price after the trade, ADA per token.', '0.00000458154037489'),
  reserves,
})

const LiquiditySchema = Type.Object({
  ...placed,
  eventType: Type.Union([Type.Literal('join'), Type.Literal('exit')], {
    description: 'Whether the amounts joined or left the pool.',
    examples: ['join'],
  }),
  amount0: decimal('Tokens.', '1000000000'),
  amount1: decimal('ADA.', '3'),
  reserves,
})

const PairEventSchema = Type.Union([SwapSchema, LiquiditySchema])
export type PairEvent = Static<typeof SwapSchema> | Static<typeof LiquiditySchema>

export const PairEventsSchema = Type.Object({
  events: Type.Array(PairEventSchema, { description: 'The events, in the order of the chain.' }),
})

export const TickerSchema = Type.Object({
  ticker_id: text(
    'Id for `/historical_trades`: the token and ADA.',
    'ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261_ADA',
  ),
  base_currency: tokenId('Asset id of the token.'),
  target_currency: Type.Literal('ADA', { description: 'ADA.' }),
  pool_id: pairId('Pair in which it trades now, as in `/dex/pair`.'),
  last_price: positive('Price after the last trade, ADA per token.', '0.00000458154037489'),
  base_volume: decimal('Tokens traded in the 24 hours before the newest confirmed block.', '109146596'),
  target_volume: decimal('ADA traded in these hours.', '500'),
  high: positive('Highest price after a trade in these hours, ADA per token.', '0.00000458154037489'),
  low: positive('Lowest price after a trade in these hours, ADA per token.', '0.00000458154037489'),
  liquidity_in_usd: Type.Optional(
    decimal('Twice the ADA reserve, in US dollars; absent without a rate (`ADA_USD_RATE_URL`).', '352.1'),
  ),
})
export type Ticker = Static<typeof TickerSchema>

const HistoricalTrade = Type.Object({
  trade_id: integer('Place of the trade on the chain; greater for later trades.', 8_761_738_018_816),
  price: positive('Price after the trade, ADA per token.', '0.00000458154037489'),
  base_volume: positive('Tokens.', '109146596'),
  target_volume: positive('ADA.', '500'),
  trade_timestamp: integer('Time of the block, Unix milliseconds.', 1_725_260_400_000),
  type: Type.Union([Type.Literal('buy'), Type.Literal('sell')], {
    description: 'Side of the trader.',
    examples: ['buy'],
  }),
})
export type HistoricalTrade = Static<typeof HistoricalTrade>

export const HistoricalTradesSchema = Type.Object({
  buy: Type.Array(HistoricalTrade, { description: 'Purchases, newest first.' }),
  sell: Type.Array(HistoricalTrade, { description: 'Sales, newest first.' }),
})
