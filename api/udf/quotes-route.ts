// Quotes of symbols for watchlists and legends: the last price and the day's bar.
import { Type } from '@sinclair/typebox'
import { parseDecimal } from '../../schema/codecs/decimal.ts'
import { formatDecimal } from '../../schema/codecs/ratio.ts'
import { ADA, type AssetId } from '../../schema/primitives.ts'
import type { Bar } from '../../schema/responses/chart-responses.ts'
import { text } from '../../schema/responses/field-schemas.ts'
import { runningBar } from '../charts/charts.ts'
import type { ComponentContext } from '../component.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { ALL_POOL_ROWS } from '../pool-rows.ts'
import { errorForm } from './failure.ts'
import { COMMON, type ListedPool, nameOf, only } from './symbols.ts'
import { barIn, symbolName } from './units.ts'

const MOST_SYMBOLS = 50

const number = (description: string, example: number) => Type.Number({ description, examples: [example] })

const QuoteSchema = Type.Union([
  Type.Object({
    s: only('ok', 'The symbol is known.'),
    n: text('The symbol as in the request.', 'launchpad:COTTER/ADA'),
    v: Type.Object(
      {
        ch: number('Change since the close of the day before.', 0.000003306722374),
        chp: number('Change in percent, rounded to two decimals.', 259.39),
        short_name: text('Ticker of the token, and the unit.', 'COTTER/ADA'),
        exchange: only(COMMON.exchange, 'Exchange on which the symbol trades.'),
        description: text('Name of the token.', 'Clever Otter'),
        lp: number('Last price, in the unit of the symbol.', 0.00000458154037489),
        ask: number('The last price.', 0.00000458154037489),
        bid: number('The last price.', 0.00000458154037489),
        open_price: number("Price at the start of the day's first bar (UTC).", 0.000001274818),
        high_price: number('Highest price of the day.', 0.00000458154037489),
        low_price: number('Lowest price of the day.', 0.000001274818),
        prev_close_price: number(
          'Last price of the days before; at a launch its first price.',
          0.000001274818,
        ),
        volume: number('Amount traded on the day, in the unit of the symbol.', 500),
      },
      { description: 'The figures.' },
    ),
  }),
  Type.Object({
    s: only('error', 'No token has the symbol.'),
    n: text('The symbol as in the request.', 'NOPE'),
    v: Type.Object({}, { description: 'Empty.' }),
  }),
])

const differenceOf = (a: string, b: string) => {
  const [after, before] = [parseDecimal(a), parseDecimal(b)]
  return {
    numerator: after.numerator * before.denominator - before.numerator * after.denominator,
    denominator: after.denominator * before.denominator,
    before,
  }
}

/** Figures of the newest daily bars. Prices keep all their digits. Without a trade today, all prices are the last close. */
export const figuresOf = (bars: readonly Bar[], today: number): string | undefined => {
  const [last] = bars.slice(-1)
  if (last === undefined) return undefined
  const isToday = last.time >= today
  const { open, high, low, volume } = isToday
    ? last
    : { open: last.close, high: last.close, low: last.close, volume: '0' }
  const previous = isToday ? (bars.at(-2)?.close ?? last.open) : last.close
  const { numerator, denominator, before } = differenceOf(last.close, previous)
  const change = formatDecimal({ numerator, denominator }, 18)
  const percent =
    before.numerator === 0n
      ? '0'
      : formatDecimal(
          {
            numerator: numerator * before.denominator * 100n,
            denominator: denominator * before.numerator,
          },
          2,
        )
  return `"ch":${change},"chp":${percent},"lp":${last.close},"ask":${last.close},"bid":${last.close},"open_price":${open},"high_price":${high},"low_price":${low},"prev_close_price":${previous},"volume":${volume}`
}

/** @param now Unix seconds */
export const quotesRoute = (
  { shared: { charts } }: Pick<ComponentContext, 'shared'>,
  { find }: { find(symbol: string, signal: AbortSignal): Promise<ListedPool | undefined> },
  now: () => number,
): Route => {
  const quoteOf = async (symbol: string, signal: AbortSignal): Promise<string> => {
    const pool = await find(symbol, signal)
    const { unit } = symbolName(symbol)
    const figures = pool && figuresIn(pool.info.asset, unit)
    const n = JSON.stringify(symbol)
    if (pool === undefined || figures === undefined) return `{"s":"error","n":${n},"v":{}}`
    const names = {
      short_name: `${nameOf(pool)}/${unit}`,
      exchange: COMMON.exchange,
      description: pool.info.name,
    }
    return `{"s":"ok","n":${n},"v":{${JSON.stringify(names).slice(1, -1)},${figures}}}`
  }
  const figuresIn = (base: AssetId, unit: 'ADA' | 'lovelace'): string | undefined => {
    const at = now()
    const range = { from: 0, to: at + 1, countback: 2 }
    const bars: Bar[] = JSON.parse(
      charts.history('bar', { base, quote: ADA }, 'day1', range, at).toString('latin1'),
    )
    return figuresOf(
      bars.map((bar) => barIn(bar, unit)),
      runningBar('day1', at),
    )
  }
  return route({
    errorForm,
    path: '/udf/quotes',
    operationId: 'getUdfQuotes',
    summary: 'Last prices and the bars of the day',
    description:
      'For the watchlist of a chart: the last price, its change since the close of the day before, and the bar of this day in UTC.',
    query: Type.Object({
      symbols: Type.String({
        pattern: `^[^,]{1,128}(,[^,]{1,128}){0,${MOST_SYMBOLS - 1}}$`,
        mustBe: `1 to ${MOST_SYMBOLS} symbols, separated by commas`,
        description: 'Symbols, separated by commas.',
        examples: ['launchpad:COTTER/ADA'],
      }),
    }),
    responses: {
      200: {
        schema: Type.Object({
          s: only('ok', 'The request succeeded.'),
          d: Type.Array(QuoteSchema, { description: 'The quotes, in the order of the request.' }),
        }),
        description: 'The quotes.',
      },
    },
    reads: { ...ALL_POOL_ROWS, bars: true },
    state: () => `${runningBar('day1', now())}`,
    handle: async ({ query: { symbols }, signal }, reply) => {
      const quotes: string[] = []
      for (const symbol of symbols.split(',')) quotes.push(await quoteOf(symbol, signal))
      return reply(200, new Prepared(`{"s":"ok","d":[${quotes.join(',')}]}`))
    },
  })
}
