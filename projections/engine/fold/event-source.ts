// Where domain events come from: a fold over blocks that keeps the UTxO set and the known pools in tables of its own. It is the
// only part that sees blocks; a change of it folds the log again, while a change of a model folds the kept events again.
import type Database from 'better-sqlite3'
import type { BlockEvent } from '../../../schema/events.ts'
import type { Table } from '../table/table.ts'
import type { WriteContext } from '../table/write-context.ts'

export interface EventSource<Event> {
  readonly tables: readonly Table[]
  /** Text that changes whenever the same blocks would give other events or other rows. */
  readonly version: string
  /** Unix seconds at which a slot begins. */
  timeOf(slot: number): number
  open(database: Database.Database, context: WriteContext): OpenEventSource<Event>
}

export interface OpenEventSource<Event> {
  /** Folds the block into its tables and returns its domain events. */
  eventsOf(block: BlockEvent): readonly Event[]
  /** Writes the rows held back. Called at the end of each batch, and of each block that is journaled. */
  flush(): void
  /** Forgets what it holds in memory: the tables have been rolled back. */
  reset(): void
}
