// Balances of wallets in a token, and their value at the pool's price.
import type Database from 'better-sqlite3'
import { type Ratio, roundHalfUp } from '../../../schema/codecs/ratio.ts'
import { feeNumerator } from '../../../schema/launchpad/amm.ts'
import { soldTokens, spotPrice } from '../../../schema/launchpad/curve.ts'
import type { QuotedPool } from '../../../schema/launchpad/quote.ts'
import type { AssetId, Hex } from '../../../schema/primitives.ts'
import { balances } from '../../models/balances.ts'
import { pools } from '../../models/pools.ts'
import { param, prepare, queries } from '../reader/prepared.ts'

/** The pool's id, the exact price in lovelace, and data for quotes. Undefined if the token does not trade. */
export const pricedPoolQuery = (database: Database.Database) => {
  const pool = prepare(
    database,
    queries
      .selectFrom('pools')
      .select([
        'id',
        'amm_nft',
        'a_num',
        'b_num',
        'lovelace',
        'tokens',
        'lp_fee',
        'treasury_fee',
        'royalty_fee',
      ])
      .where('token', '=', param<string>('token'))
      .where('venue', '!=', 'closed'),
    pools.columns,
  )
  return (
    token: AssetId,
  ): { readonly id: number; readonly price: Ratio; readonly quoted: QuotedPool } | undefined => {
    const found = pool.get({ token })
    if (found === undefined) return undefined
    const { id, amm_nft, a_num, b_num, lovelace, tokens } = found
    if (amm_nft === null && a_num !== null && b_num !== null) {
      const curve = { aNum: BigInt(a_num), bNum: BigInt(b_num) }
      return { id, price: spotPrice(curve, soldTokens(tokens)), quoted: { kind: 'curve', curve, tokens } }
    }
    const feeNum = feeNumerator({
      lpFeeNum: BigInt(found.lp_fee ?? 0),
      treasuryFeeNum: BigInt(found.treasury_fee ?? 0),
      royaltyFeeNum: BigInt(found.royalty_fee ?? 0),
      treasuryX: 0n,
      treasuryY: 0n,
    })
    const price = { numerator: lovelace, denominator: tokens > 0n ? tokens : 1n }
    return { id, price, quoted: { kind: 'amm', reserves: { x: lovelace, y: tokens }, feeNum } }
  }
}

export const balanceQuery = (database: Database.Database) =>
  prepare(
    database,
    queries
      .selectFrom('balances')
      .select('quantity')
      .where('pool', '=', param<number>('pool'))
      .where('key_hash', '=', param('keyHash', balances.columns.key_hash)),
    balances.columns,
  )

/** Smallest units that keys have together. */
export const ownedQuery = (database: Database.Database) => {
  const balance = balanceQuery(database)
  return (pool: number, keyHashes: Iterable<Hex>): bigint => {
    let owned = 0n
    for (const keyHash of keyHashes) owned += balance.get({ pool, keyHash })?.quantity ?? 0n
    return owned
  }
}

/**
 * Value in lovelace at the current price, rounded half up. Undefined if the token is unknown or no longer listed, or if no wallet has any.
 */
export const worthQuery = (database: Database.Database) => {
  const pricedPool = pricedPoolQuery(database)
  const ownedBy = ownedQuery(database)
  return database.transaction((token: AssetId, keyHashes: Iterable<Hex>): bigint | undefined => {
    const found = pricedPool(token)
    if (found === undefined) return undefined
    const owned = ownedBy(found.id, keyHashes)
    if (owned === 0n) return undefined
    const { numerator, denominator } = found.price
    return roundHalfUp({ numerator: owned * numerator, denominator })
  })
}
