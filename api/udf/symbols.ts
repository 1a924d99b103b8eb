// Tokens as the symbols of a charting library. A symbol's ticker is the asset id, which names one token; its name is the
// ticker on the chain, which several tokens may share.
import { SUPPORTED } from './resolutions.ts'

/** Fields of a pool's JSON that a symbol is made of. */
export interface ListedPool {
  readonly info: { readonly asset: string; readonly ticker: string | null; readonly name: string }
}

const EXCHANGE = 'launchpad' as const

/** Ticker of a token; without one its name, else its asset id. */
export const nameOf = ({ info }: ListedPool): string => info.ticker || info.name || info.asset

/** A symbol as `/symbols` answers it. Prices are in lovelace for the smallest unit of the token, as in chart histories. */
export const symbolOf = (pool: ListedPool) => ({
  name: nameOf(pool),
  ticker: pool.info.asset,
  description: `${pool.info.name} in lovelace`,
  type: 'crypto' as const,
  session: '24x7' as const,
  timezone: 'Etc/UTC' as const,
  exchange: EXCHANGE,
  listed_exchange: EXCHANGE,
  format: 'price' as const,
  minmov: 1 as const,
  pricescale: 1_000_000 as const,
  volume_precision: 0 as const,
  has_intraday: true as const,
  has_daily: true as const,
  has_weekly_and_monthly: true as const,
  intraday_multipliers: ['1', '5', '15', '30', '60', '240'],
  supported_resolutions: SUPPORTED,
  data_status: 'streaming' as const,
})

/** A symbol as `/search` answers it. */
export const foundSymbol = (pool: ListedPool) => ({
  symbol: nameOf(pool),
  full_name: `${EXCHANGE}:${nameOf(pool)}`,
  description: pool.info.name,
  exchange: EXCHANGE,
  ticker: pool.info.asset,
  type: 'crypto' as const,
})
