// Source of domain events: a fold over blocks that stores the UTxO set and the known pools in its own tables. No other part of the models
// reads blocks. If the source changes, the log is folded again. If a model changes, only the stored events are folded again, into this
// model.
import type Database from 'better-sqlite3'
import type { BlockEvent } from '../../../schema/events.ts'
import type { Table } from '../table/table.ts'
import type { WriteContext } from '../table/write-context.ts'

export interface EventSource<Event> {
  readonly tables: readonly Table[]
  /** Text that is changed whenever the same blocks would result in other events or rows. */
  readonly version: string
  /** Unix seconds at which a slot begins. */
  timeOf(slot: number): number
  open(database: Database.Database, context: WriteContext): OpenEventSource<Event>
}

export interface OpenEventSource<Event> {
  eventsOf(block: BlockEvent): readonly Event[]
  /** Writes buffered rows. Called at the end of each batch, and of each journaled block. */
  flush(): void
  /** Drops the state in memory after the tables were rolled back. */
  reset(): void
}
