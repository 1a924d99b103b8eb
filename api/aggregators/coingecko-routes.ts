// CoinGecko's routes for an exchange: the tickers of the last day, and the trades of a ticker.
import { Type } from '@sinclair/typebox'
import { positionOf } from '../../projections/engine/table/table.ts'
import type { TickerFigures } from '../../projections/read/queries/tickers.ts'
import { adaOf, adaPriceOf, parseDecimal } from '../../schema/codecs/decimal.ts'
import { formatDecimal } from '../../schema/codecs/ratio.ts'
import { ApiError } from '../../schema/errors.ts'
import { OneOf } from '../../schema/one-of.ts'
import type { UnixSeconds } from '../../schema/platform/clocks.ts'
import {
  type HistoricalTrade,
  HistoricalTradesSchema,
  type Ticker,
  TickerSchema,
} from '../../schema/responses/aggregators.ts'
import type { Trade, TradesPage } from '../../schema/responses/trades.ts'
import { firstSlotFrom } from '../../schema/slots.ts'
import type { ComponentContext } from '../component.ts'
import type { ConfirmedBlock } from '../confirmed-blocks.ts'
import { type Route, route } from '../http/route/route.ts'
import type { AggregatorOptions } from './aggregator-options.ts'

const DAY = 86_400

const MOST_TRADES = 1_000

/** A greater time is in milliseconds. */
const LAST_SECOND = 99_999_999_999

const SUFFIX = '_ADA'

type Context = Pick<ComponentContext, 'readThreads' | 'slotTime'>

/** Twice the ADA reserve, in US dollars with two decimals. */
const liquidityOf = (lovelace: bigint, rate: string): string => {
  const { numerator, denominator } = parseDecimal(rate)
  return formatDecimal({ numerator: 2n * lovelace * numerator, denominator: denominator * 1_000_000n }, 2)
}

const tickerOf = (figures: TickerFigures, rate: string | undefined): Ticker => ({
  ticker_id: figures.token + SUFFIX,
  base_currency: figures.token,
  target_currency: 'ADA',
  pool_id: figures.pair,
  last_price: adaPriceOf(figures.last),
  base_volume: figures.tokens,
  target_volume: adaOf(BigInt(figures.lovelace)),
  high: adaPriceOf(figures.high),
  low: adaPriceOf(figures.low),
  ...(rate !== undefined && { liquidity_in_usd: liquidityOf(BigInt(figures.reserve), rate) }),
})

const tickersRoute = (
  { readThreads, slotTime }: Context,
  { adaUsdRate }: AggregatorOptions,
  newest: () => ConfirmedBlock,
): Route => {
  let shown: string | undefined
  return route({
    path: '/dex/tickers',
    operationId: 'getDexTickers',
    summary: 'Tokens that traded in the 24 hours before the newest confirmed block',
    description:
      'Last, highest and lowest price in ADA, and the volume of both sides, of trades with a pool. Orders that filled each other are left out.',
    responses: { 200: { schema: Type.Array(TickerSchema), description: 'A ticker for each token.' } },
    reads: { ledger: true, trades: true, pools: true },
    // The rate changes without a commit.
    state: () => shown ?? '',
    cache: 'public, max-age=60',
    handle: async ({ signal }, reply) => {
      const { slot, time } = newest()
      const from = positionOf(firstSlotFrom(slotTime, time - DAY), 0)
      const bytes = await readThreads.run({ name: 'tickers', from, to: positionOf(slot + 1, 0) }, signal)
      const figures: TickerFigures[] = JSON.parse(bytes.toString())
      shown = await adaUsdRate().catch(() => undefined)
      const rate = shown
      return reply(
        200,
        figures.map((each) => tickerOf(each, rate)),
      )
    },
  })
}

const secondsOf = (time: number): UnixSeconds => (time > LAST_SECOND ? Math.floor(time / 1_000) : time)

const historicalTrade = (trade: Trade): HistoricalTrade[] => {
  const price = adaPriceOf(trade.price)
  if (price === '0' || trade.lovelace === '0' || trade.tokens === '0') return []
  return [
    {
      trade_id: trade.position,
      price,
      base_volume: trade.tokens,
      target_volume: adaOf(BigInt(trade.lovelace)),
      trade_timestamp: trade.time * 1_000,
      type: trade.side,
    },
  ]
}

const timeParam = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 999_999_999_999_999,
      mustBe: 'a Unix time in seconds or milliseconds',
      description,
      examples: [1_725_148_800],
    }),
  )

const tradesRoute = ({ readThreads, slotTime }: Context, newest: () => ConfirmedBlock): Route =>
  route({
    path: '/dex/historical_trades',
    operationId: 'getDexHistoricalTrades',
    summary: 'Trades of a ticker, newest first',
    description: 'Confirmed trades with a pool; prices are in ADA per token.',
    query: Type.Object({
      ticker_id: Type.String({
        pattern: '^[0-9a-fA-F]{56}\\.(?:[0-9a-fA-F]{2}){0,32}_ADA$',
        mustBe: 'a ticker_id: {asset id}_ADA',
        description: 'Ticker, as in `/dex/tickers`.',
        examples: ['ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261_ADA'],
      }),
      type: Type.Optional(OneOf(['buy', 'sell'], { description: 'Only this side.', examples: ['buy'] })),
      limit: Type.Integer({
        minimum: 0,
        maximum: MOST_TRADES,
        default: MOST_TRADES,
        description: `Maximum number of trades of both sides; 0 stands for ${MOST_TRADES}.`,
      }),
      start_time: timeParam('First time, inclusive; Unix seconds or milliseconds.'),
      end_time: timeParam('Last time, inclusive; Unix seconds or milliseconds.'),
    }),
    responses: { 200: { schema: HistoricalTradesSchema, description: 'The trades by side.' } },
    errors: ['NOT_FOUND'],
    reads: { ledger: true, trades: true, pools: true },
    handle: async ({ query, signal }, reply) => {
      const { ticker_id, type: side, limit, start_time = 0, end_time } = query
      const { slot, height } = newest()
      const token = ticker_id.slice(0, -SUFFIX.length).toLowerCase()
      const after = end_time === undefined ? slot + 1 : firstSlotFrom(slotTime, secondsOf(end_time) + 1)
      const read = {
        name: 'trades',
        token,
        side,
        isOfPool: true,
        from: positionOf(firstSlotFrom(slotTime, secondsOf(start_time)), 0),
        to: positionOf(Math.min(slot + 1, after), 0),
        order: 'newest',
        limit: limit === 0 ? MOST_TRADES : limit,
        confirmed: height,
      } as const
      const page: TradesPage | null = JSON.parse((await readThreads.run(read, signal)).toString())
      if (page === null) throw new ApiError('NOT_FOUND', `No token ${token} is listed`)
      const trades = page.items.flatMap(historicalTrade)
      const of = (type: 'buy' | 'sell') => trades.filter((trade) => trade.type === type)
      return reply(200, { buy: of('buy'), sell: of('sell') })
    },
  })

/** @param newest throws if there is none */
export const coinGeckoRoutes = (
  context: Context,
  options: AggregatorOptions,
  newest: () => ConfirmedBlock,
): readonly Route[] => [tickersRoute(context, options, newest), tradesRoute(context, newest)]
