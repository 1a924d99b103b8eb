// Tokens as symbols of a charting library. The ticker of a symbol is the token's asset id, which identifies the token. The name of a symbol
// is the token's ticker on the chain, which several tokens may have.
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { integer, text } from '../../schema/responses/field-schemas.ts'
import { TokenId } from '../http/route/fields.ts'
import { SUPPORTED } from './resolutions.ts'
import { EXCHANGE, PRICE_SCALES, type Unit, VOLUME_DECIMALS } from './units.ts'

export interface ListedPool {
  readonly info: { readonly asset: string; readonly ticker: string | null; readonly name: string }
  readonly metrics: { readonly marketCap: number }
}

export const only = <const V extends string | number | boolean>(value: V, description: string) =>
  Type.Literal(value, { description })

export const words = (description: string, example: readonly string[] = SUPPORTED) =>
  Type.Array(Type.String({ examples: ['60'] }), { description, examples: [example] })

const Common = Type.Object({
  type: only('crypto', 'Kind of the symbol.'),
  session: only('24x7', 'Trading never pauses.'),
  timezone: only('Etc/UTC', 'Time zone of the exchange.'),
  exchange: only(EXCHANGE, 'Exchange on which the symbol trades.'),
  listed_exchange: only(EXCHANGE, 'Exchange that lists the symbol.'),
  format: only('price', 'Display format of prices.'),
  minmov: only(1, 'Number of `pricescale` steps in the smallest price change.'),
  has_intraday: only(true, 'There are bars of minutes.'),
  has_daily: only(true, 'There are bars of days.'),
  has_weekly_and_monthly: only(true, 'There are bars of weeks and months.'),
  data_status: only('streaming', 'Bars are current, without delay.'),
})
export const COMMON = Value.Create(Common)

const EXAMPLE = TokenId.examples[0]

export const SymbolSchema = Type.Object({
  name: text('Ticker of the token, and the unit.', 'COTTER/ADA'),
  ticker: text('Symbol for `/udf/history`: the asset id, with `/lovelace` for prices in lovelace.', EXAMPLE),
  description: text('Name of the token, and the unit of its price.', 'Clever Otter in ADA'),
  ...Common.properties,
  currency_code: Type.String({ description: 'Unit of prices: `ADA` or `lovelace`.', examples: ['ADA'] }),
  pricescale: integer('Number of price steps in one unit.', PRICE_SCALES.ADA),
  volume_precision: integer('Decimals of volumes.', VOLUME_DECIMALS.ADA),
  intraday_multipliers: words('Lengths of bars shorter than a day, in minutes.', [
    '1',
    '5',
    '15',
    '30',
    '60',
    '240',
  ]),
  supported_resolutions: words('Lengths of bars.'),
})

/** The ticker; if empty, the name, else the asset id. */
export const nameOf = ({ info }: Pick<ListedPool, 'info'>): string => info.ticker || info.name || info.asset

export const symbolOf = (pool: ListedPool, unit: Unit) => ({
  name: `${nameOf(pool)}/${unit}`,
  ticker: unit === 'ADA' ? pool.info.asset : `${pool.info.asset}/${unit}`,
  description: `${pool.info.name} in ${unit}`,
  ...COMMON,
  currency_code: unit,
  pricescale: PRICE_SCALES[unit],
  volume_precision: VOLUME_DECIMALS[unit],
  intraday_multipliers: SUPPORTED.filter((word) => /^[0-9]+$/.test(word)),
  supported_resolutions: SUPPORTED,
})

export const FoundSchema = Type.Object({
  symbol: text('Ticker of the token, and the unit.', 'COTTER/ADA'),
  full_name: text('Symbol with its exchange.', 'launchpad:COTTER/ADA'),
  description: text('Name of the token.', 'Clever Otter'),
  exchange: Common.properties.exchange,
  ticker: { ...TokenId, description: 'The asset id.' },
  type: Common.properties.type,
})

export const foundSymbol = (pool: ListedPool) => ({
  symbol: `${nameOf(pool)}/ADA`,
  full_name: `${COMMON.exchange}:${nameOf(pool)}/ADA`,
  description: pool.info.name,
  exchange: COMMON.exchange,
  ticker: pool.info.asset,
  type: COMMON.type,
})
