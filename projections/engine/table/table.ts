// The description of a table. Its SQL, journal, triggers, rollback, digest, row access and the types of queries are all derived from it. So
// every table can be rolled back.
//
// There are two kinds. Rows of an `append` table never change, and their key is their position on the chain. So a rollback deletes a range
// of keys. Rows of a `state` table change, so a journal saves each row as it was before a slot first changed it. If the key is a position,
// inserted rows need no entry in the journal.
import { POSITIONS_PER_SLOT } from '../../../schema/block-limits.ts'
import { type Column, integer } from './column.ts'

export type Columns = Readonly<Record<string, Column>>

export type RowOf<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never
}

interface IndexPart {
  readonly column: string
  readonly isDescending: boolean
  /** Undefined if all bytes are indexed. */
  readonly bytes: number | undefined
}

export interface Index {
  readonly parts: readonly IndexPart[]
  readonly isUnique: boolean
  /** Made when the first sync comes near the tip. */
  readonly isLate: boolean
}

export interface Table<C extends Columns = Columns, Key extends keyof C & string = keyof C & string> {
  /** Readers use this name. The hash of each row starts with it. */
  readonly name: string
  readonly kind: 'append' | 'state'
  readonly columns: C
  /** One integer column is SQLite's rowid. */
  readonly key: readonly Key[]
  /**
   * The key is the position at which the row was created (see `positionOf`). A rollback then knows which rows it removes, and inserts need
   * no journal.
   */
  readonly isPositioned: boolean
  /** Tests look for these names in query plans. */
  readonly indexes: Readonly<Record<string, Index>>
  /** The column of each topic. If a row's topic changes, the row is announced under both values. Undefined if changes are not announced. */
  readonly topics: Readonly<Record<string, string>> | undefined
}

export const desc = (column: string): IndexPart => ({ column, isDescending: true, bytes: undefined })

/**
 * Indexes the first bytes of a hash, because more of a small index fits into memory. A query must compare `substr(column, 1, bytes)` as
 * well as the whole column.
 */
export const prefix = (column: string, bytes: number): IndexPart => ({ column, isDescending: false, bytes })

type IndexDescription = readonly (string | IndexPart)[]

export const unique = (...columns: readonly string[]): Index => ({ ...indexOf(columns), isUnique: true })

/** Only readers need the index. They may use it once `hasLateIndexes` is true. */
export const late = (...columns: IndexDescription): Index => ({ ...indexOf(columns), isLate: true })

const indexOf = (columns: IndexDescription): Index => ({
  parts: columns.map((part) =>
    typeof part === 'string' ? { column: part, isDescending: false, bytes: undefined } : part,
  ),
  isUnique: false,
  isLate: false,
})

interface Description<C extends Columns> {
  readonly columns: C
  readonly indexes?: Readonly<Record<string, Index | IndexDescription>>
  readonly topics?: Readonly<Record<string, keyof C & string>>
}

const isIndex = (index: Index | IndexDescription): index is Index => 'parts' in index

/** @throws {TypeError} if an index names a column that the table does not have */
const indexesOf = <C extends Columns>({ columns, indexes = {} }: Description<C>): Table['indexes'] =>
  Object.fromEntries(
    Object.entries(indexes).map(([name, described]) => {
      const index = isIndex(described) ? described : indexOf(described)
      for (const { column } of index.parts)
        if (!Object.hasOwn(columns, column))
          throw new TypeError(`index ${name}: there is no column ${column}`)
      return [name, index]
    }),
  )

/**
 * A row's key must not change.
 * @param description with `isPositioned` if the key is one integer, the position at which a row is created
 */
export const stateTable = <C extends Columns, const Key extends keyof C & string>(
  name: string,
  description: Description<C> & { readonly key: readonly Key[]; readonly isPositioned?: true },
): Table<C, Key> => ({
  kind: 'state',
  name,
  columns: description.columns,
  key: description.key,
  isPositioned: description.isPositioned ?? false,
  indexes: indexesOf(description),
  topics: description.topics,
})

/** Keyed by the `position` on the chain (see `positionOf`). */
export const appendTable = <C extends Columns>(
  name: string,
  description: Description<C>,
): Table<{ position: Column<number> } & C, 'position'> => {
  const columns = { position: integer, ...description.columns }
  return {
    kind: 'append',
    name,
    columns,
    key: ['position'],
    isPositioned: true,
    indexes: indexesOf({ ...description, columns }),
    topics: description.topics,
  }
}

/**
 * A place on the chain as one integer: the slot, then an ordinal from 0 in its block. Positions grow with the chain.
 * @throws {RangeError} above the limit of a ledger's block (`schema/block-limits.ts`)
 */
export const positionOf = (slot: number, ordinal: number): number => {
  if (ordinal >= POSITIONS_PER_SLOT)
    throw new RangeError(`slot ${slot} has more than ${POSITIONS_PER_SLOT} rows for a table`)
  return slot * POSITIONS_PER_SLOT + ordinal
}

export const slotOf = (position: number): number => Math.floor(position / POSITIONS_PER_SLOT)
