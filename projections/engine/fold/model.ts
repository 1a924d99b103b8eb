// A read model names its tables, and has a function for each kind of domain event that changes them. It reads only events and its own
// tables. So it can be folded again from the stored events at any time, while its old rows are served.
import type Database from 'better-sqlite3'
import { type AppendRows, PositionedRows, Rows, type StateRows } from '../table/rows.ts'
import { type Columns, positionOf, type Table } from '../table/table.ts'
import type { WriteContext } from '../table/write-context.ts'

export interface FoldedBlock {
  readonly slot: number
  readonly height: number
  /** Unix seconds at which the slot began. */
  readonly time: number
}

export interface EventPlace extends FoldedBlock {
  /** See `positionOf`: unique, and larger for later events. */
  readonly position: number
}

type Tables = Readonly<Record<string, Table>>

type RowsOf<T extends Tables> = {
  readonly [Name in keyof T]: T[Name] extends Table<infer C, infer Key>
    ? [Key] extends ['position']
      ? AppendRows<C>
      : StateRows<C, Key>
    : never
}

type Handlers<Event extends { readonly kind: string }, T extends Tables> = {
  readonly [Kind in Event['kind']]?: (
    event: Extract<Event, { readonly kind: Kind }>,
    tables: RowsOf<T>,
    place: EventPlace,
  ) => void
}

export interface ModelDefinition<Event extends { readonly kind: string }, T extends Tables> {
  /** Lower-case words with underscores. The names of its tables in the file contain it. */
  readonly name: string
  /** Increased whenever the same events would give other rows. The model is then folded again. */
  readonly version: number
  readonly tables: T
  readonly on: Handlers<Event, T>
}

export type Fold<Event> = (event: Event, place: EventPlace) => void

/** Each event has its position. */
export const foldInOrder = <Event>(fold: Fold<Event>, events: readonly Event[], block: FoldedBlock): void => {
  events.forEach((event, ordinal) => {
    fold(event, { ...block, position: positionOf(block.slot, ordinal) })
  })
}

export interface Model<Event> {
  readonly name: string
  readonly version: number | string
  readonly tables: readonly Table[]
  /** @param sqlName a table's name in the file */
  open(database: Database.Database, context: WriteContext, sqlName: (table: Table) => string): Fold<Event>
}

const rowsOf = (
  database: Database.Database,
  table: Table,
  context: WriteContext,
  sqlName: string,
): StateRows<Columns, string> | AppendRows<Columns> => {
  const rows = new Rows(database, table, context, sqlName)
  return table.kind === 'state' ? rows : new PositionedRows<Columns>(rows, context)
}

/** Two calls, because TypeScript infers either all type arguments or none: `model<Event>()({ name, version, tables, on })`. */
export const model =
  <Event extends { readonly kind: string }>() =>
  <const T extends Tables>({ name, version, tables, on }: ModelDefinition<Event, T>): Model<Event> => ({
    name,
    version,
    tables: Object.values(tables),
    open(database, context, sqlName) {
      const rows = Object.fromEntries(
        Object.entries(tables).map(([called, table]) => [
          called,
          rowsOf(database, table, context, sqlName(table)),
        ]),
      ) as RowsOf<T>
      const handlers = on as Readonly<
        Record<string, ((event: Event, tables: RowsOf<T>, place: EventPlace) => void) | undefined>
      >
      return (event, place) => handlers[event.kind]?.(event, rows, place)
    },
  })
