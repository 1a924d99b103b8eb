// A page of a token's holders, with its developer and the number of them all. Passing over many takes time for each, so
// a deep page is read from whichever end is nearer, and in a read thread.
import type Database from 'better-sqlite3'
import { formatAddress } from '../../schema/address.ts'
import type { HoldersPage } from '../../schema/analytics.ts'
import { rawAddress } from '../../schema/launchpad/address.ts'
import type { AssetId } from '../../schema/primitives.ts'
import { holders, holderTotals } from '../models/holders.ts'
import { pools } from '../models/pools.ts'
import { param, prepare, queries } from './prepared.ts'

/** A page; undefined when the token's launch was not seen. */
export type HoldersQuery = (token: AssetId, limit: number, offset: number) => HoldersPage | undefined

export const holdersQuery = (database: Database.Database, networkId: 0 | 1): HoldersQuery => {
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
    .select(['address', 'quantity'])
    .where('pool', '=', param<number>('pool'))
    .limit(param<number>('limit'))
    .offset(param<number>('offset'))
  const largest = prepare(
    database,
    ofPool.orderBy('quantity', 'desc').orderBy('address', 'asc'),
    holders.columns,
  )
  const smallest = prepare(
    database,
    ofPool.orderBy('quantity', 'asc').orderBy('address', 'desc'),
    holders.columns,
  )
  const one = prepare(
    database,
    queries
      .selectFrom('holders')
      .select('quantity')
      .where('pool', '=', param<number>('pool'))
      .where('address', '=', param<string>('address')),
    holders.columns,
  )
  const page = (pool: number, count: number, limit: number, offset: number) => {
    const size = Math.min(limit, count - offset)
    if (size <= 0) return []
    const passed = count - offset - size
    return offset <= passed
      ? largest.all({ pool, limit: size, offset })
      : smallest.all({ pool, limit: size, offset: passed }).reverse()
  }
  // One transaction, so that page and number are of one state.
  return database.transaction((token: AssetId, limit: number, offset: number): HoldersPage | undefined => {
    const total = totals.get({ token })
    if (total === undefined) return undefined
    const { id: pool, holders: count, dev_key, dev_stake } = total
    const payment = dev_key === null ? undefined : ({ kind: 'key', hash: dev_key } as const)
    const stake = dev_stake ? ({ kind: 'key', hash: dev_stake } as const) : undefined
    const address =
      payment === undefined
        ? ''
        : formatAddress(rawAddress({ payment, ...(stake === undefined ? undefined : { stake }) }, networkId))
    return {
      holders: page(pool, count, limit, offset).map((row) => ({
        address: row.address,
        quantity: `${row.quantity}`,
      })),
      dev: { address, quantity: `${one.get({ pool, address })?.quantity ?? 0n}` },
      count,
    }
  })
}
