// The projector's statements on the engine's own tables.
import type Database from 'better-sqlite3'
import { NEWEST_DIGEST_SQL } from '../file/generations.ts'
import { columnNames, list } from '../table/ddl.ts'
import { events as eventTable } from './event-table.ts'

/** Stands for the state before the first block. */
export const GENESIS_SLOT = -1

export const CHECKPOINT_SQL = 'SELECT version, seq, slot, id, height, digest FROM checkpoint'

type Statements = Readonly<
  Record<
    | 'checkpoint'
    | 'saveCheckpoint'
    | 'control'
    | 'insertBlock'
    | 'blockAt'
    | 'newestFirst'
    | 'unjournaledAfter'
    | 'journalRange'
    | 'deleteBlocksAfter'
    | 'oldestWithin'
    | 'pruneBlocks'
    | 'saveDigest'
    | 'newestDigest'
    | 'deleteDigestsAfter'
    | 'pruneDigests'
    | 'eventsFrom'
    | 'eventsBetween'
    | 'change'
    | 'pruneChanges',
    Database.Statement
  >
>

export const projectorStatements = (database: Database.Database): Statements => {
  const eventColumns = `SELECT ${list(columnNames(eventTable).filter((name) => name !== 'kind'))} FROM events`
  return {
    checkpoint: database.prepare(CHECKPOINT_SQL),
    saveCheckpoint: database.prepare(
      'INSERT INTO checkpoint VALUES (1, ?, ?, ?, ?, ?, ?) ON CONFLICT (only) DO UPDATE SET version = excluded.version, ' +
        'seq = excluded.seq, slot = excluded.slot, id = excluded.id, height = excluded.height, digest = excluded.digest',
    ),
    control: database.prepare('UPDATE control SET journal = ?, slot = ?'),
    insertBlock: database.prepare('INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?)'),
    blockAt: database.prepare('SELECT slot, id, height, seq FROM blocks WHERE slot = ?'),
    newestFirst: database.prepare('SELECT slot, id, height, seq FROM blocks ORDER BY slot DESC'),
    unjournaledAfter: database.prepare('SELECT 1 FROM blocks WHERE slot > ? AND journaled = 0 LIMIT 1'),
    journalRange: database.prepare(
      `SELECT (SELECT min(slot) FROM blocks WHERE slot > ${GENESIS_SLOT}) AS oldest, (SELECT max(slot) FROM blocks WHERE journaled = 0) AS unjournaled`,
    ),
    deleteBlocksAfter: database.prepare('DELETE FROM blocks WHERE slot > ?'),
    oldestWithin: database.prepare('SELECT slot FROM blocks WHERE height >= ? ORDER BY height LIMIT 1'),
    pruneBlocks: database.prepare('DELETE FROM blocks WHERE slot < ?'),
    saveDigest: database.prepare('INSERT INTO digests VALUES (?, ?, ?)'),
    newestDigest: database.prepare(NEWEST_DIGEST_SQL).pluck(),
    deleteDigestsAfter: database.prepare('DELETE FROM digests WHERE slot > ?'),
    // A part's newest row at or before the slot is its digest until the part changes again.
    pruneDigests: database.prepare(
      'DELETE FROM digests WHERE part = @part AND slot < (SELECT max(slot) FROM digests WHERE part = @part AND slot <= @slot)',
    ),
    eventsFrom: database.prepare(`${eventColumns} WHERE position >= ? ORDER BY position LIMIT ?`),
    eventsBetween: database.prepare(`${eventColumns} WHERE position >= ? AND position < ? ORDER BY position`),
    change: database.prepare('INSERT INTO changes VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING'),
    pruneChanges: database.prepare('DELETE FROM changes WHERE version < ?'),
  }
}
