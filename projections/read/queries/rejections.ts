// The rejected pools, by reason, for an operator.
import type Database from 'better-sqlite3'
import { rejections } from '../../models/rejections.ts'
import { prepare, queries } from '../reader/prepared.ts'

export type Rejection = ReturnType<ReturnType<typeof rejectionsQuery>>[number]

/** Most frequent first, with the last transaction. */
export const rejectionsQuery = (database: Database.Database) => {
  const { columns } = rejections
  const all = prepare(
    database,
    queries
      .selectFrom('rejections')
      .select(['reason', 'count', 'transaction_id as transaction', 'slot'])
      .orderBy('count', 'desc')
      .orderBy('reason'),
    { ...columns, transaction: columns.transaction_id },
  )
  return () => all.all({})
}
