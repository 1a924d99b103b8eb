// Source of domain events: a fold over blocks that stores the UTxO set and the known pools in its own tables. No other part of the models
// reads blocks. If the source changes, the log is folded again. If a model changes, only the stored events are folded again, into this
// model.
import type Database from 'better-sqlite3'
import type { BlockEvent } from '../../../schema/events.ts'
import type { Table } from '../table/table.ts'
import type { WriteContext } from '../table/write-context.ts'

export interface EventSource<Event> {
  readonly tables: readonly Table[]
  /** Changed whenever the same blocks would give other events or rows. */
  readonly version: string
  /** Unix seconds. */
  timeOf(slot: number): number
  open(database: Database.Database, context: WriteContext): OpenEventSource<Event>
}

export interface OpenEventSource<Event> {
  eventsOf(block: BlockEvent): readonly Event[]
  /** Called at the end of each batch, and of each journaled block. */
  flush(): void
  /** Called when the file is opened, and after its tables were rolled back. */
  reset(): void
}
