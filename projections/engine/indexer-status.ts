// What the indexer says of itself, written beside the models so that whoever reads them knows how far to trust
// them: a reader may be in another process, and the indexer may have died.
import type Database from 'better-sqlite3'
import type { Tip } from '../../schema/primitives.ts'

export interface IndexerStatus {
  /** connecting, syncing, following, waiting, rebuilding, or stopped. */
  readonly state: string
  /** Why it waits or has stopped; null when all is well. */
  readonly problem: string | null
  readonly nodeTip: Tip | 'origin' | null
  /** The last canonical block of the log. */
  readonly logEnd: Tip | null
  /** Blocks folded a second, over the last ten seconds or so. */
  readonly rate: number
  /** Whether the node is a chain file, whose tip has no wall-clock age. */
  readonly isRecorded: boolean
  /** Milliseconds since 1970 when this was written. Rewritten every few seconds while the indexer lives. */
  readonly at: number
}

/** Writes the status in place of the last one. */
export const statusWriter = (database: Database.Database): ((status: IndexerStatus) => void) => {
  const write = database.prepare(
    'INSERT INTO indexer VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET status = excluded.status',
  )
  return (status) => {
    write.run(JSON.stringify(status))
  }
}
