// A pair by its pool's NFT: the curve or the AMM pool of a token.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import type { AssetId } from '../../../schema/primitives.ts'
import { liquidity } from '../../models/liquidity.ts'
import { pools } from '../../models/pools.ts'
import { param, prepare, queries } from '../reader/prepared.ts'

/** Query of a pair; undefined if no pool has the NFT. */
export const pairQuery = (database: Database.Database) => {
  const rows = queries
    .selectFrom('pools')
    .select(['nft', 'amm_nft', 'token', 'lp_fee', 'treasury_fee', 'royalty_fee'])
  const byNft = prepare(database, rows.where('nft', '=', param<string>('nft')), pools.columns)
  const byAmm = prepare(database, rows.where('amm_nft', '=', param<string>('nft')), pools.columns)
  const created = prepare(
    database,
    queries
      .selectFrom('liquidity')
      .select(['height', 'time', 'transaction_id'])
      .where('pool', '=', param<string>('pool'))
      .where('is_creation', '=', sql<boolean>`1`)
      .where('venue_after', '=', param<'curve' | 'amm'>('venue'))
      .orderBy('event')
      .limit(1),
    liquidity.columns,
  )
  return (nft: AssetId) => {
    const pool = byAmm.get({ nft }) ?? byNft.get({ nft })
    if (pool === undefined) return undefined
    const venue = pool.amm_nft === nft ? ('amm' as const) : ('curve' as const)
    return { ...pool, venue, created: created.get({ pool: pool.nft, venue }) }
  }
}
