// What a read model is: its tables, and a fold from one block to writes into them. A fold sees the block, the
// outputs it spends and what it means to the launchpad; it reads and writes its own tables and nothing else.
import type Database from 'better-sqlite3'
import type { BlockEvent } from '../../schema/events.ts'
import type { Table } from './table.ts'
import type { DigestHolder } from './table-writer.ts'

/** A block as the folds see it; `Event` is the domain event the block was interpreted into. */
export interface FoldedBlock<Event> {
  readonly block: BlockEvent
  /** When the block's slot began, Unix seconds. */
  readonly time: number
  readonly events: readonly Event[]
}

export interface ModelDescription<Event> {
  readonly tables: readonly Table[]
  /** Prepares the fold's statements on a connection. */
  open(database: Database.Database, holder: DigestHolder): Fold<Event>
}

export interface Fold<Event> {
  apply(folded: FoldedBlock<Event>): void
  /** Forgets whatever it holds in memory: the tables have gone back under it. */
  reset?(): void
}
