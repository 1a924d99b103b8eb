// A token's venue with the data that an order needs: the pool's output and its datum.
import type Database from 'better-sqlite3'
import type { AssetId } from '../../../schema/primitives.ts'
import { nullable } from '../../engine/table/column.ts'
import { launches, pools } from '../../models/pools.ts'
import { param, prepare, queries } from '../reader/prepared.ts'
import { outputRows, type UnspentOutput } from './outputs/output-rows.ts'

export interface TradingVenue extends UnspentOutput {
  readonly venue: 'curve' | 'amm'
  /** Unix seconds of the pool's first block. */
  readonly created: number
  /** Purchases are limited in the pool's first minutes. */
  readonly isHyped: boolean
}

const isHyped = (info: string | null): boolean => info !== null && JSON.parse(info).hyped === true

/** Undefined if the token does not trade. */
export const tradingVenues = (database: Database.Database) => {
  const rows = outputRows(database)
  const pool = prepare(
    database,
    queries
      .selectFrom('pools')
      // An adopted pool has no row in `launches`.
      .leftJoin('launches', 'launches.pool', 'pools.id')
      .select(['venue', 'created', 'info', 'output_transaction', 'output_index'])
      .where('token', '=', param<string>('token')),
    { ...pools.columns, info: nullable(launches.columns.info) },
  )
  // The pool's row and its output belong to one state.
  return database.transaction((token: AssetId): TradingVenue | undefined => {
    const row = pool.get({ token })
    if (row === undefined || row.venue === 'closed') return undefined
    const { venue, created, info, output_transaction: transaction, output_index: index } = row
    const utxo = rows.byReference({ transaction, index })
    return utxo && { ...utxo, venue, created, isHyped: isHyped(info) }
  })
}
