// Reads a page of a token's holders, with the token's developer and the number of all holders, as JSON; and a few sums over the holders.
// Skipping rows takes time for each row, so a deep page is read from the nearer end of the list, in a read thread.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { rawAddress } from '../../../schema/launchpad/address.ts'
import type { AssetId, Hex } from '../../../schema/primitives.ts'
import type { LiquidityPoolInfo } from '../../../schema/responses/pools.ts'
import { naturalOf, text } from '../../engine/table/column.ts'
import { balances } from '../../models/balances.ts'
import { holders, holderTotals } from '../../models/holders.ts'
import { pools } from '../../models/pools.ts'
import { param, prepare, queries } from '../reader/prepared.ts'
import { balanceQuery, ownedQuery } from './balances.ts'

/** Reading the columns one by one would take three times as long. */
const packed = sql<string>`address || ' ' || hex(quantity)`

/** The values contain no characters that JSON must escape. */
const holderJson = (row: string): string => {
  const [address, quantity = ''] = row.split(' ')
  return `{"address":"${address}","quantity":"${naturalOf(quantity)}"}`
}

/** JSON of a `HoldersPage`; undefined if the token's launch was not seen. */
export const holdersQuery = (database: Database.Database, networkId: 0 | 1) => {
  const totals = prepare(
    database,
    queries
      .selectFrom('pools')
      .innerJoin('holder_totals', 'holder_totals.pool', 'pools.id')
      .select(['pools.id', 'holder_totals.holders', 'holder_totals.dev_key', 'holder_totals.dev_stake'])
      .where('pools.token', '=', param<string>('token')),
    { ...holderTotals.columns, id: pools.columns.id },
  )
  const ofPool = queries
    .selectFrom('holders')
    .select(packed.as('row'))
    .where('pool', '=', param<number>('pool'))
    .limit(param<number>('limit'))
    .offset(param<number>('offset'))
  const largest = prepare(database, ofPool.orderBy('quantity', 'desc').orderBy('address', 'asc'), {
    row: text,
  })
  const smallest = prepare(database, ofPool.orderBy('quantity', 'asc').orderBy('address', 'desc'), {
    row: text,
  })
  const isHolder = prepare(
    database,
    queries
      .selectFrom('holders')
      .select('quantity')
      .where('pool', '=', param<number>('pool'))
      .where('address', '=', param<string>('address')),
    holders.columns,
  )
  const ownedBy = ownedQuery(database)
  /** The launch states the hash of the stake part, but not whether it is of a key or of a script. */
  const addressOf = (pool: number, key: Hex, stake: Hex | null): string => {
    const addresses = (['key', 'script'] as const).map((kind) =>
      formatAddress(
        rawAddress(
          { payment: { kind: 'key', hash: key }, ...(stake && { stake: { kind, hash: stake } }) },
          networkId,
        ),
      ),
    )
    return addresses.find((address) => isHolder.get({ pool, address })) ?? addresses[0] ?? ''
  }
  const page = (pool: number, count: number, limit: number, offset: number): string[] => {
    const size = Math.min(limit, count - offset)
    if (size <= 0) return []
    const passed = count - offset - size
    return offset <= passed
      ? largest.firsts({ pool, limit: size, offset })
      : smallest.firsts({ pool, limit: size, offset: passed }).reverse()
  }
  // Page and number belong to one state.
  return database.transaction((token: AssetId, limit: number, offset: number): string | undefined => {
    const total = totals.get({ token })
    if (total === undefined) return undefined
    const { id: pool, holders: count, dev_key, dev_stake } = total
    const address = dev_key === null ? '' : addressOf(pool, dev_key, dev_stake)
    // A launch can state a stake part that is not the creator's, so all addresses of the key count.
    const quantity = dev_key === null ? 0n : ownedBy(pool, [dev_key])
    const holders = page(pool, count, limit, offset).map(holderJson).join(',')
    return `{"holders":[${holders}],"dev":{"address":"${address}","quantity":"${quantity}"},"count":${count}}`
  })
}

const sumOf = (amounts: readonly bigint[]): string => `${amounts.reduce((sum, amount) => sum + amount, 0n)}`

/**
 * Null if the launch was not seen. Computed by each read, because the ten largest holders are the first rows of an index, and first buyers
 * are few. Cached in a pool's snapshot until the pool or a holder changes.
 */
export const riskQuery = (
  database: Database.Database,
): ((pool: number) => LiquidityPoolInfo['metrics']['risk']) => {
  const totals = prepare(
    database,
    queries
      .selectFrom('holder_totals')
      .select(['holders', 'dev_key'])
      .where('pool', '=', param<number>('pool')),
    holderTotals.columns,
  )
  const largest = prepare(
    database,
    queries
      .selectFrom('holders')
      .select('quantity')
      .where('pool', '=', param<number>('pool'))
      .orderBy('quantity', 'desc')
      .limit(10),
    holders.columns,
  )
  const held = balanceQuery(database)
  const ofFirstBuyers = prepare(
    database,
    queries
      .selectFrom('first_buyers')
      .innerJoin('balances', (join) =>
        join
          .onRef('balances.pool', '=', 'first_buyers.pool')
          .onRef('balances.key_hash', '=', 'first_buyers.key_hash'),
      )
      .select('balances.quantity')
      .where('first_buyers.pool', '=', param<number>('pool')),
    balances.columns,
  )
  return (pool) => {
    const found = totals.get({ pool })
    if (found === undefined) return null
    const { holders, dev_key: key } = found
    return {
      holders,
      creator: key === null ? null : sumOf(held.firsts({ pool, keyHash: key })),
      top10: sumOf(largest.firsts({ pool })),
      firstBuyers: sumOf(ofFirstBuyers.firsts({ pool })),
    }
  }
}
