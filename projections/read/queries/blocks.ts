// The last folded blocks. The engine keeps the blocks that a fork may undo, so there are 2,160 at most.

import type Database from 'better-sqlite3'
import type { BlockSummary } from '../../../schema/responses/blocks.ts'

/** Reads the latest blocks, newest first. */
export const latestBlocksQuery = (database: Database.Database) => {
  // The row before slot 0 is the state before the first block. The limit is a sum for the reason in `prepare`.
  const latest = database.prepare<[number], Omit<BlockSummary, 'time'>>(
    'SELECT slot, id, height, transactions FROM blocks WHERE slot >= 0 ORDER BY slot DESC LIMIT +?',
  )
  return (limit: number) => latest.all(limit)
}
