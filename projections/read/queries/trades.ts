// Pages of trades, selected by token and trader, oldest or newest first. A page starts after the place of a trade, so no trade is missed or
// repeated while the chain grows. A place contains the id of the trade's block. If a fork undid that block, a reader of the oldest trades
// first continues after the block that was the newest confirmed one when the reader got the place. After a change of the rules that made
// the trades, a reader starts again.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { type ChainPlace, continuationOf, placeAt, writePlace } from '../../../schema/chain-place.ts'
import { formatAddress } from '../../../schema/codecs/address.ts'
import type { AssetId, Hex } from '../../../schema/primitives.ts'
import { entityIdOf } from '../../../schema/responses/entity-id.ts'
import type { Trade, TradesPage } from '../../../schema/responses/trades.ts'
import { editionQuery } from '../../engine/file/generations.ts'
import { type RowOf, slotOf } from '../../engine/table/table.ts'
import { pools } from '../../models/pools.ts'
import { trades } from '../../models/trades.ts'
import { namesOf, param, prepare, queries } from '../reader/prepared.ts'
import { blockIdQueries } from './blocks.ts'

export interface TradesFilter {
  readonly token?: AssetId | undefined
  /** Payment part of the address. */
  readonly trader?: Hex | undefined
  /** Only trades with pools. */
  readonly isOfPool?: true
  readonly side?: 'buy' | 'sell' | undefined
  /** `from <= position < to`. */
  readonly from: number
  readonly to: number
  /** Inclusive heights. */
  readonly fromBlock?: number | undefined
  readonly toBlock?: number | undefined
}

export interface TradesRead extends TradesFilter {
  readonly name: 'trades'
  readonly order: 'newest' | 'oldest'
  readonly after?: ChainPlace | undefined
  readonly limit: number
  /** Height. */
  readonly confirmed: number
}

type TradeRow = RowOf<typeof trades.columns>

const tradeOf = (row: TradeRow, asset: AssetId): Trade => ({
  position: row.position,
  time: row.time,
  height: row.height,
  transactionId: row.transaction_id,
  asset,
  venue: row.venue,
  side: row.side,
  lovelace: `${row.lovelace}`,
  tokens: `${row.tokens}`,
  price: row.price,
  owner: row.trader,
  address: row.address === null ? null : formatAddress(row.address),
  orderId:
    row.order_transaction === null || row.order_index === null
      ? null
      : entityIdOf({ transaction: row.order_transaction, index: row.order_index }),
})

/** Filters by pool, by trader, by both or by neither. */
const rangeQueries = (database: Database.Database) => {
  const ANY = ''
  const made = (isOfPool: boolean, isOfTrader: boolean, order: 'asc' | 'desc') => {
    let query = queries
      .selectFrom('trades')
      .select(namesOf(trades.columns))
      // The range often covers all rows. Without `likely`, SQLite would use it instead of an index's second column.
      .where(sql<boolean>`likely(position >= ${param<number>('from')})`)
      .where(sql<boolean>`likely(position < ${param<number>('to')})`)
      .where(sql<boolean>`${param<string>('side')} IN (${ANY}, side)`)
      .where('venue', '<>', param<TradeRow['venue']>('without'))
      .orderBy('position', order)
      .limit(param<number>('limit'))
    if (isOfPool) query = query.where('pool', '=', param<string>('pool'))
    if (isOfTrader) query = query.where('trader', '=', param('trader', trades.columns.trader))
    return prepare(database, query, trades.columns)
  }
  const both = (isOfPool: boolean, isOfTrader: boolean) => ({
    oldest: made(isOfPool, isOfTrader, 'asc'),
    newest: made(isOfPool, isOfTrader, 'desc'),
  })
  const [all, ofPool, ofTrader, ofBoth] = [
    both(false, false),
    both(true, false),
    both(false, true),
    both(true, true),
  ]
  return (pool: AssetId | undefined, trader: Hex | undefined) =>
    pool === undefined ? (trader === undefined ? all : ofTrader) : trader === undefined ? ofPool : ofBoth
}

/** Undefined for an unlisted token. */
export const tradesQuery = (database: Database.Database) => {
  const rangesOf = rangeQueries(database)
  const blocks = blockIdQueries(database)
  const editionOf = editionQuery(database, 'trades')
  const firstFrom = prepare(
    database,
    queries
      .selectFrom('trades')
      .select('position')
      .where('height', '>=', param<number>('height'))
      .orderBy('height')
      .orderBy('position')
      .limit(1),
    trades.columns,
  )
  const poolOf = prepare(
    database,
    queries.selectFrom('pools').select('nft').where('token', '=', param<string>('token')),
    pools.columns,
  )
  const tokenOf = prepare(
    database,
    queries.selectFrom('pools').select('token').where('nft', '=', param<string>('nft')),
    pools.columns,
  )
  /** The first trade at or above a height. */
  const positionAt = (height: number): number =>
    firstFrom.get({ height })?.position ?? Number.MAX_SAFE_INTEGER

  const boundsOf = ({ order, after, fromBlock, toBlock, ...range }: TradesRead, isUndone: boolean) => {
    const from = Math.max(range.from, fromBlock === undefined ? 0 : positionAt(fromBlock))
    const to = Math.min(range.to, toBlock === undefined ? Number.MAX_SAFE_INTEGER : positionAt(toBlock + 1))
    if (after === undefined) return { from, to }
    if (order === 'newest') return { from, to: Math.min(to, after.position) }
    return { from: Math.max(from, isUndone ? positionAt(after.confirmed + 1) : after.position + 1), to }
  }

  // A block that is older than the stored ones has no id in the place, and cannot be undone.
  const placeOf = ({ position, height }: TradeRow, confirmed: number, edition: string): ChainPlace =>
    placeAt(position, blocks.idAt(slotOf(position)), { confirmed: Math.min(confirmed, height), edition })

  const isOnChain = ({ position, block }: ChainPlace): boolean => blocks.isOnChain(slotOf(position), block)

  return (read: TradesRead): TradesPage | undefined => {
    const { token, trader, order, limit, confirmed, side = '', isOfPool } = read
    const edition = editionOf()
    const pool = token === undefined ? undefined : poolOf.get({ token })?.nft
    if (token !== undefined && pool === undefined) return undefined
    const { after, isUndone, undoneAfter } = continuationOf(read.after, edition, isOnChain)
    const rows = rangesOf(pool, trader)[order].all({
      ...boundsOf({ ...read, after }, isUndone),
      side,
      without: isOfPool ? 'orders' : '',
      limit,
      ...(pool === undefined ? {} : { pool }),
      ...(trader === undefined ? {} : { trader }),
    })
    const tokens = new Map<AssetId, AssetId>()
    const items = rows.map((row) => {
      const asset = token ?? tokens.get(row.pool) ?? tokenOf.get({ nft: row.pool })?.token ?? ''
      tokens.set(row.pool, asset)
      return tradeOf(row, asset)
    })
    const end = rows.at(-1)
    const last = end === undefined ? after : placeOf(end, confirmed, edition)
    const isEnd = last === undefined || (order === 'newest' && rows.length < limit)
    return { items, next: isEnd ? null : writePlace(last), undoneAfter }
  }
}
