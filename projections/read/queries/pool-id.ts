// Queries of a token's pool, and of a pool's token.
import type Database from 'better-sqlite3'
import type { AssetId } from '../../../schema/primitives.ts'
import { pools } from '../../models/pools.ts'
import { param, prepare, queries } from '../reader/prepared.ts'

/** Undefined for a token that was not launched here. */
export type PoolIdQuery = ReturnType<typeof poolIdQuery>

export const poolIdQuery = (database: Database.Database) => {
  const pool = prepare(
    database,
    queries.selectFrom('pools').select('id').where('token', '=', param<string>('token')),
    pools.columns,
  )
  return (token: AssetId): number | undefined => pool.get({ token })?.id
}

/** Undefined if no pool has this id now. */
export const poolTokenQuery = (database: Database.Database) => {
  const pool = prepare(
    database,
    queries.selectFrom('pools').select('token').where('id', '=', param<number>('id')),
    pools.columns,
  )
  return (id: number): AssetId | undefined => pool.get({ id })?.token
}
