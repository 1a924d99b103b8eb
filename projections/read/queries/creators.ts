// The record of a token's creator: number of launches and graduations, and the creator's executed orders of this token.
import type Database from 'better-sqlite3'
import type { AssetId } from '../../../schema/primitives.ts'
import { nullable } from '../../engine/table/column.ts'
import { creators, holderTotals } from '../../models/holders.ts'
import { NO_ORDERS, orderTotals } from '../../models/order-totals.ts'
import { param, prepare, queries } from '../reader/prepared.ts'

/** The number of launches includes this token's. Null if the creator is unknown; undefined if the launch is unknown. */
export const creatorQuery = (database: Database.Database) => {
  const creator = prepare(
    database,
    queries
      .selectFrom('pools')
      .innerJoin('holder_totals', 'holder_totals.pool', 'pools.id')
      .leftJoin('creators', 'creators.key_hash', 'holder_totals.dev_key')
      .select(['holder_totals.dev_key', 'creators.launched', 'creators.graduated'])
      .where('pools.token', '=', param<string>('token')),
    {
      dev_key: holderTotals.columns.dev_key,
      launched: nullable(creators.columns.launched),
      graduated: nullable(creators.columns.graduated),
    },
  )
  const totals = prepare(
    database,
    queries
      .selectFrom('order_books')
      .innerJoin('order_totals', 'order_totals.book', 'order_books.id')
      .select(['bought_lovelace', 'bought_tokens', 'sold_lovelace', 'sold_tokens'])
      .where('order_books.token', '=', param<string>('token'))
      .where('order_totals.owner', '=', param('owner', orderTotals.columns.owner)),
    orderTotals.columns,
  )
  return database.transaction((token: AssetId) => {
    const found = creator.get({ token })
    if (found === undefined) return undefined
    const { dev_key: owner, launched, graduated } = found
    if (owner === null || launched === null || graduated === null) return null
    return { launched, graduated, ...(totals.get({ token, owner }) ?? NO_ORDERS) }
  })
}
