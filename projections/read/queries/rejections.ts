// The rejected pools, by reason, as an operator sees them.
import type Database from 'better-sqlite3'
import { rejections } from '../../models/rejections.ts'
import { prepare, queries } from '../reader/prepared.ts'

export interface Rejection {
  readonly reason: string
  readonly count: number
  /** Id of the last transaction that was rejected for this reason, and its slot. */
  readonly transaction: string
  readonly slot: number
}

/** Reads the rejections, the most frequent first. */
export const rejectionsQuery = (database: Database.Database): (() => Rejection[]) => {
  const all = prepare(
    database,
    queries
      .selectFrom('rejections')
      .select(['reason', 'count', 'transaction_id', 'slot'])
      .orderBy('count', 'desc')
      .orderBy('reason'),
    rejections.columns,
  )
  return () =>
    all.all({}).map(({ reason, count, transaction_id, slot }) => ({
      reason,
      count,
      transaction: transaction_id,
      slot,
    }))
}
