// Which pool a token trades in.
import type Database from 'better-sqlite3'
import type { AssetId } from '../../schema/primitives.ts'
import { pools } from '../models/pools.ts'
import { param, prepare, queries } from './prepared.ts'

/** Id of the pool a token trades in; undefined for a token that was not launched here. */
export type PoolIdQuery = (token: AssetId) => number | undefined

export const poolIdQuery = (database: Database.Database): PoolIdQuery => {
  const pool = prepare(
    database,
    queries.selectFrom('pools').select('id').where('token', '=', param<string>('token')),
    pools.columns,
  )
  return (token) => pool.get({ token })?.id
}
