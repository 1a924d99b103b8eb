// The pairs that traded in the last hours, with their volumes, prices and reserves. Only the trades of these hours are read, in one pass.
import type Database from 'better-sqlite3'
import { parseDecimal } from '../../../schema/codecs/decimal.ts'
import { compareRatios } from '../../../schema/codecs/ratio.ts'
import type { AssetId } from '../../../schema/primitives.ts'
import { pools } from '../../models/pools.ts'
import { trades } from '../../models/trades.ts'
import { param, prepare, queries } from '../reader/prepared.ts'

/** `from <= position < to`. */
export interface TickersRead {
  readonly name: 'tickers'
  readonly from: number
  readonly to: number
}

/** Amounts as digits, prices in lovelace per token. */
export interface TickerFigures {
  readonly token: AssetId
  /** NFT of the last trade's pool. */
  readonly pair: AssetId
  readonly lovelace: string
  readonly tokens: string
  readonly last: string
  readonly high: string
  readonly low: string
  /** In lovelace, after the last trade. */
  readonly reserve: string
}

interface Sum {
  lovelace: bigint
  tokens: bigint
  last: string
  high: string
  low: string
  reserve: bigint
  venue: 'curve' | 'amm' | 'orders'
}

const isBelow = (a: string, b: string): boolean => compareRatios(parseDecimal(a), parseDecimal(b)) < 0

export const tickersQuery = (
  database: Database.Database,
): ((from: number, to: number) => TickerFigures[]) => {
  const traded = prepare(
    database,
    queries
      .selectFrom('trades')
      .select(['pool', 'venue', 'lovelace', 'tokens', 'price', 'reserve_lovelace'])
      .where('position', '>=', param<number>('from'))
      .where('position', '<', param<number>('to'))
      .where('venue', '<>', 'orders')
      .where('price', '<>', '0')
      .orderBy('position'),
    trades.columns,
  )
  const pool = prepare(
    database,
    queries.selectFrom('pools').select(['token', 'amm_nft']).where('nft', '=', param<string>('nft')),
    pools.columns,
  )
  return (from, to) => {
    const sums = new Map<AssetId, Sum>()
    for (const row of traded.all({ from, to })) {
      const { lovelace, tokens, price, venue } = row
      if (lovelace === 0n || tokens === 0n) continue
      const sum = sums.get(row.pool)
      const reserve = row.reserve_lovelace ?? 0n
      if (sum === undefined)
        sums.set(row.pool, { lovelace, tokens, last: price, high: price, low: price, reserve, venue })
      else {
        sum.lovelace += lovelace
        sum.tokens += tokens
        if (isBelow(sum.high, price)) sum.high = price
        if (isBelow(price, sum.low)) sum.low = price
        Object.assign(sum, { last: price, reserve, venue })
      }
    }
    return [...sums].flatMap(([nft, { venue, lovelace, tokens, reserve, ...prices }]): TickerFigures[] => {
      const row = pool.get({ nft })
      if (row === undefined) return []
      const pair = venue === 'amm' ? (row.amm_nft ?? nft) : nft
      const amounts = { lovelace: `${lovelace}`, tokens: `${tokens}`, reserve: `${reserve}` }
      return [{ token: row.token, pair, ...amounts, ...prices }]
    })
  }
}
