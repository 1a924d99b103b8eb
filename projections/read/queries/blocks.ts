// The last folded blocks. The engine keeps the blocks that a fork may undo, at most 2,160.

import type Database from 'better-sqlite3'
import type { BlockSummary } from '../../../schema/responses/blocks.ts'

/** Newest first. */
export const latestBlocksQuery = (database: Database.Database) => {
  // A slot below 0 is the state before the first block. The limit is `+?`, not `?`, for the reason that `Compiler` in prepared.ts gives.
  const latest = database.prepare<[number], Omit<BlockSummary, 'time'>>(
    'SELECT slot, id, height, transactions FROM blocks WHERE slot >= 0 ORDER BY slot DESC LIMIT +?',
  )
  return (limit: number) => latest.all(limit)
}

/** The newest block with `confirmations` blocks after it; undefined if too few blocks are known. */
export const confirmedBlockQuery = (database: Database.Database) => {
  const confirmed = database.prepare<[number], Omit<BlockSummary, 'time' | 'transactions'>>(
    'SELECT slot, id, height FROM blocks WHERE slot >= 0 ORDER BY slot DESC LIMIT 1 OFFSET +?',
  )
  return (confirmations: number) => confirmed.get(confirmations)
}

export const blockIdQueries = (database: Database.Database) => {
  const oldest = database
    .prepare<[], number>('SELECT slot FROM blocks WHERE slot >= 0 ORDER BY slot LIMIT 1')
    .pluck()
  const idAt = database.prepare<[number], string>('SELECT id FROM blocks WHERE slot = ?').pluck()
  return {
    /** Undefined for a slot without a block, and for blocks that are no longer stored. */
    idAt: (slot: number): string | undefined => idAt.get(slot),
    /**
     * True for any block older than the stored ones, which cannot be undone.
     * @param digits first digits of the block's id
     */
    isOnChain: (slot: number, digits: string): boolean =>
      slot < (oldest.get() ?? 0) || idAt.get(slot)?.startsWith(digits) === true,
  }
}

export const blockHeightQueries = (database: Database.Database) => {
  const heightAt = database.prepare<[number], number>('SELECT height FROM blocks WHERE slot = ?').pluck()
  const firstAbove = database
    .prepare<[number], number>(
      'SELECT slot FROM blocks WHERE slot >= 0 AND height > ? ORDER BY height LIMIT 1',
    )
    .pluck()
  return {
    heightAt: (slot: number): number | undefined => heightAt.get(slot),
    /** Slot of the first block above a height, if there is one. */
    firstAbove: (height: number): number | undefined => firstAbove.get(height),
  }
}
