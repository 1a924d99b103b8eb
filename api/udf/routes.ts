// Routes of TradingView's UDF datafeed, with the bars of chart histories. A chart of TradingView's library needs only the URL of this
// component. The shapes of responses and the words in them come from the protocol. In the protocol, even a response without results has
// status 200.
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { PoolSearch } from '../../projections/read/queries/pool-search.ts'
import { poolReadsOf } from '../../projections/read/queries/pools.ts'
import { tokenIn } from '../../schema/codecs/asset-text.ts'
import { comparedText } from '../../schema/codecs/visible-text.ts'
import { OneOf } from '../../schema/one-of.ts'
import { ADA, type AssetId } from '../../schema/primitives.ts'
import type { Bar } from '../../schema/responses/chart-responses.ts'
import { runningBar } from '../charts/charts.ts'
import { rangeQuery } from '../charts/range-query.ts'
import type { Component, ComponentContext } from '../component.ts'
import { limitUpTo } from '../http/route/fields.ts'
import { Prepared, type Reply } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { ALL_POOL_ROWS } from '../pool-rows.ts'
import { errorForm, FailureSchema, UNKNOWN } from './failure.ts'
import { quotesRoute } from './quotes-route.ts'
import { historyResolution, SUPPORTED, UDF_RESOLUTIONS } from './resolutions.ts'
import {
  COMMON,
  FoundSchema,
  foundSymbol,
  type ListedPool,
  nameOf,
  only,
  SymbolSchema,
  symbolOf,
  words,
} from './symbols.ts'
import { barIn, symbolName } from './units.ts'

const SymbolParam = Type.String({
  minLength: 1,
  maxLength: 128,
  description:
    'Asset id or ticker, with `/ADA` (default) or `/lovelace` for the unit of prices. If several tokens have the ticker, the token with the highest market cap is used.',
  examples: ['COTTER'],
})

const Support = Type.Object({
  supports_search: only(true, 'The service has a search for tokens.'),
  supports_group_request: only(false, 'Symbols are requested one by one.'),
  supports_marks: only(false, 'There are no marks on bars.'),
  supports_timescale_marks: only(false, 'There are no marks on the time scale.'),
  supports_time: only(true, 'The service answers requests for its time.'),
})

const column = (description: string, example: number) =>
  Type.Array(Type.Number({ examples: [example] }), { description })

const BarsSchema = Type.Object({
  s: only('ok', 'There are bars.'),
  t: column('Starts of the bars, Unix seconds.', 1_725_260_400),
  o: column('Opening prices, in the unit of the symbol.', 0.000001274818),
  h: column('Highest prices.', 0.00000458154037489),
  l: column('Lowest prices.', 0.000001274818),
  c: column('Closing prices.', 0.00000458154037489),
  v: column('Amounts traded, in the unit of the symbol.', 500),
})

const NoDataSchema = Type.Object({
  s: only('no_data', 'No bar is in the range.'),
  nextTime: Type.Optional(
    Type.Integer({ description: 'Start of the next older bar, Unix seconds.', examples: [1_725_260_400] }),
  ),
})

/** Numbers have the same digits as in histories. */
const columnsOf = (bars: readonly Bar[]): string => {
  const of = (field: 'time' | 'open' | 'high' | 'low' | 'close' | 'volume'): string =>
    bars.map((bar) => bar[field]).join(',')
  return `{"s":"ok","t":[${of('time')}],"o":[${of('open')}],"h":[${of('high')}],"l":[${of('low')}],"c":[${of('close')}],"v":[${of('volume')}]}`
}

const choice = (description: string, name: string) =>
  Type.Array(
    Type.Object({
      value: Type.String({ description: 'Value for a search; empty for all.', examples: [name] }),
      name: Type.String({ description: 'Name.', examples: [name] }),
      desc: Type.Optional(Type.String({ description: 'Description.', examples: [name] })),
    }),
    { description },
  )

const EXCHANGES = [
  { value: '', name: 'All', desc: 'All' },
  { value: COMMON.exchange, name: COMMON.exchange, desc: 'Curves and AMM pools of the launchpad' },
]
const TYPES = [
  { value: '', name: 'All' },
  { value: COMMON.type, name: COMMON.type },
]

/** Returns Unix seconds. */
type Clock = () => number

const plainRoutes = (now: Clock): readonly Route[] => [
  route({
    errorForm,
    path: '/udf/config',
    operationId: 'getUdfConfig',
    summary: 'Configuration of the datafeed',
    description: "The features of the datafeed, in TradingView's format. A chart requests them first.",
    responses: {
      200: {
        schema: Type.Object({
          ...Support.properties,
          supported_resolutions: words('Lengths of bars.'),
          exchanges: choice('Exchanges, for the filter of a search.', COMMON.exchange),
          symbols_types: choice('Kinds of symbols, for the filter of a search.', COMMON.type),
        }),
        description: 'The configuration.',
      },
    },
    cache: 'public, max-age=60',
    handle: (_, reply) =>
      reply(200, {
        ...Value.Create(Support),
        supported_resolutions: SUPPORTED,
        exchanges: EXCHANGES,
        symbols_types: TYPES,
      }),
  }),
  route({
    errorForm,
    path: '/udf/time',
    operationId: 'getUdfTime',
    summary: 'The time of the service, Unix seconds',
    description: 'A number as plain text. Charts use it to start a new bar.',
    responses: {
      200: {
        schema: Type.String({ examples: ['1725260400'] }),
        contentType: 'text/plain; charset=utf-8',
        description: 'The time.',
      },
    },
    cache: 'no-store',
    handle: (_, reply) => reply(200, new Prepared(`${now()}`)),
  }),
]

const symbolsOf = ({ reader, shared, readThreads }: ComponentContext) => {
  const reads = poolReadsOf(reader)
  const { idOf } = shared.poolIds
  /** Undefined for a ticker. */
  const assetIn = (symbol: string): AssetId | undefined => tokenIn(symbolName(symbol).name, shared.tokenOf)

  const search = async (
    of: Pick<PoolSearch, 'pattern' | 'isWhole' | 'limit'>,
    signal: AbortSignal,
  ): Promise<readonly ListedPool[]> => {
    const bytes = await readThreads.run({ name: 'poolSearch', offset: 0, ...of }, signal)
    return JSON.parse(String(bytes)).items
  }

  /** For a ticker, the token with the highest market cap. */
  const find = async (symbol: string, signal: AbortSignal): Promise<ListedPool | undefined> => {
    const id = idOf(assetIn(symbol) ?? '')
    const pool = id === undefined ? undefined : reads().pool(id)
    if (pool !== undefined) return pool
    const { name } = symbolName(symbol)
    if (name === '' || name.includes('\\')) return undefined
    const named = await search({ pattern: name, isWhole: true, limit: 100 }, signal)
    // A search lists the oldest of the tokens with similar names first, whatever its market cap.
    return named
      .filter((pool) => comparedText(nameOf(pool)) === comparedText(name))
      .sort((a, b) => b.metrics.marketCap - a.metrics.marketCap)[0]
  }

  return { assetIn, search, find }
}

type Symbols = ReturnType<typeof symbolsOf>

const filter = (description: string, example: string) =>
  Type.String({ maxLength: 64, default: '', description, examples: [example] })

const symbolRoutes = ({ find, search }: Symbols): readonly Route[] => [
  route({
    errorForm,
    path: '/udf/symbols',
    operationId: 'getUdfSymbol',
    summary: 'A token by its asset id or its ticker',
    description:
      "Unit, price scale and lengths of bars of a token's chart. An unknown token returns `s: error` with status 200.",
    query: Type.Object({
      symbol: SymbolParam,
    }),
    responses: { 200: { schema: Type.Union([SymbolSchema, FailureSchema]), description: 'The symbol.' } },
    reads: ALL_POOL_ROWS,
    handle: async ({ query: { symbol }, signal }, reply) => {
      const pool = await find(symbol, signal)
      return reply(200, pool === undefined ? UNKNOWN : symbolOf(pool, symbolName(symbol).unit))
    },
  }),
  route({
    errorForm,
    path: '/udf/search',
    operationId: 'searchUdfSymbols',
    summary: 'Tokens whose name, ticker or asset id contains a text',
    description: 'For the search of a chart. Prices of these symbols are in ADA.',
    query: Type.Object({
      query: Type.String({
        maxLength: 128,
        mustBe: 'at most 128 characters',
        description: 'Text to search for; empty for all tokens.',
        examples: ['cot'],
      }),
      exchange: filter('Only symbols of this exchange.', COMMON.exchange),
      type: filter('Only symbols of this kind.', COMMON.type),
      limit: limitUpTo(100, 30),
    }),
    responses: {
      200: {
        schema: Type.Array(FoundSchema),
        description: 'The tokens, in the order of `/v1/pools-main-page/search`.',
      },
    },
    reads: ALL_POOL_ROWS,
    handle: async ({ query: { query, exchange, type, limit }, signal }, reply) => {
      const isOurs = [COMMON.exchange, ''].includes(exchange) && [COMMON.type, ''].includes(type)
      // A chart first searches for the symbol that it shows.
      const pattern = symbolName(query).name
      const found = isOurs ? await search({ pattern, limit }, signal) : []
      return reply(200, found.map(foundSymbol))
    },
  }),
]

const historyRoute = (
  { shared: { charts, poolIds } }: Pick<ComponentContext, 'shared'>,
  { assetIn, find }: Symbols,
  now: Clock,
): Route => {
  const { idOf } = poolIds
  return route({
    errorForm,
    path: '/udf/history',
    operationId: 'getUdfHistory',
    summary: 'Bars of a token in columns, oldest first',
    description:
      'The bars of `/v1/charts/history` with ADA as quote, digit by digit, in the unit of the symbol.',
    query: Type.Object({
      symbol: SymbolParam,
      resolution: OneOf(UDF_RESOLUTIONS, {
        description: 'Length of a bar: a number of minutes, or `1D`, `1W` or `1M`.',
        examples: ['60'],
      }),
      ...rangeQuery,
      from: {
        ...rangeQuery.from,
        minimum: -99_999_999_999,
        description: 'Start of the range, Unix seconds, inclusive; a time before 1970 counts as 1970.',
      },
    }),
    responses: {
      200: {
        schema: Type.Union([BarsSchema, NoDataSchema, FailureSchema]),
        description: 'The bars, or a status if there is none.',
      },
    },
    reads: {
      pools: { token: ({ query }) => assetIn(query.symbol) },
      bars: { pool: ({ query }) => idOf(assetIn(query.symbol) ?? '') },
      // Any commit may change which token has a ticker.
      ledger: ({ query }) => assetIn(query.symbol) === undefined,
    },
    state: ({ query }) => `${runningBar(historyResolution(query.resolution), now())}`,
    handle: ({ query: { symbol, resolution: word, ...range }, signal }, reply) => {
      const from = Math.max(0, range.from)
      const resolution = historyResolution(word)
      const { unit } = symbolName(symbol)
      const bars = (base: AssetId | undefined): Reply => {
        if (base === undefined) return reply(200, UNKNOWN)
        const pair = { base, quote: ADA }
        const found: Bar[] = JSON.parse(
          charts.history('bar', pair, resolution, { ...range, from }, now()).toString('latin1'),
        )
        if (found.length > 0) return reply(200, new Prepared(columnsOf(found.map((bar) => barIn(bar, unit)))))
        const nextTime = charts.olderBar(pair, resolution, Math.min(from, range.to))
        return reply(200, { s: 'no_data', ...(nextTime === undefined ? {} : { nextTime }) })
      }
      const asset = assetIn(symbol)
      if (asset !== undefined) return bars(idOf(asset) === undefined ? undefined : asset)
      return find(symbol, signal).then((pool) => bars(pool?.info.asset))
    },
  })
}

const udfRoutes = (context: ComponentContext): readonly Route[] => {
  const symbols = symbolsOf(context)
  const now = (): number => Math.floor(context.clock() / 1000)
  return [
    ...plainRoutes(now),
    ...symbolRoutes(symbols),
    historyRoute(context, symbols, now),
    quotesRoute(context, symbols, now),
  ]
}

export const udf: Component = {
  name: 'udf',
  description: "Bars for charting libraries, in TradingView's UDF protocol.",
  routes: udfRoutes,
}
