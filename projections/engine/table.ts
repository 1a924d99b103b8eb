// The one description of a read model's table. DDL, undo journal, triggers, rollback, digest, writers and the
// types of queries all come from it, so a table cannot exist without its way back.
//
// Two classes. Rows of an `append` table are keyed by their position on the chain and never change: rollback is
// one ranged delete. Rows of a `state` table change: each has an undo journal of first-touch pre-images.

/** What a column holds: SQLite's storage and, with it, the TypeScript type a row has there. */
interface ColumnTypes {
  /** A number a double holds exactly. */
  integer: number
  /** A signed 64-bit integer. */
  bigint: bigint
  text: string
  blob: Buffer
}

export interface Column<Value = unknown> {
  readonly type: keyof ColumnTypes
  readonly nullable: boolean
  /** Type of the value, never present. */
  readonly value?: Value
}

const column = <Type extends keyof ColumnTypes>(type: Type): Column<ColumnTypes[Type]> => ({
  type,
  nullable: false,
})

export const integer = column('integer')
export const bigint = column('bigint')
export const text = column('text')
export const blob = column('blob')
export const nullable = <Value>(of: Column<Value>): Column<Value | null> => ({
  type: of.type,
  nullable: true,
})

export type Columns = Readonly<Record<string, Column>>

export type RowOf<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never
}

export interface Index {
  readonly columns: readonly string[]
  readonly unique?: boolean
}

export interface Table<C extends Columns = Columns> {
  readonly name: string
  readonly kind: 'append' | 'state'
  readonly columns: C
  /** Columns of the primary key. A key of one integer column is the rowid. */
  readonly key: readonly string[]
  readonly indexes: readonly Index[]
  /** Whether the keys it changes are announced in `changes`. */
  readonly published: boolean
}

interface Description<C extends Columns> {
  readonly columns: C
  readonly indexes?: readonly Index[]
  readonly published?: boolean
}

/** A table whose rows change. Its key may not. */
export const stateTable = <C extends Columns>(
  name: string,
  description: Description<C> & { readonly key: readonly (keyof C & string)[] },
): Table<C> => ({ kind: 'state', name, indexes: [], published: false, ...description })

/** A table whose rows never change, keyed by their `position` on the chain (see `positionOf`). */
export const appendTable = <C extends Columns>(
  name: string,
  description: Description<C>,
): Table<{ position: Column<number> } & C> => ({
  kind: 'append',
  name,
  indexes: [],
  published: false,
  ...description,
  columns: { position: integer, ...description.columns },
  key: ['position'],
})

/** Rows a block may add to one append table; a block of Cardano holds a few thousand outputs at most. */
const POSITIONS_PER_SLOT = 65_536

/**
 * A place on the chain as one integer: the slot, then an ordinal within its block, from 0. Positions ascend with
 * the chain, and stay exact as doubles for 4,000 years of slots.
 * @throws {RangeError} past 65,535.
 */
export const positionOf = (slot: number, ordinal: number): number => {
  if (ordinal >= POSITIONS_PER_SLOT)
    throw new RangeError(`slot ${slot} has more than 65,536 rows for a table`)
  return slot * POSITIONS_PER_SLOT + ordinal
}

/** The slot of a position. */
export const slotOf = (position: number): number => Math.floor(position / POSITIONS_PER_SLOT)
