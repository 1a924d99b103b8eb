// The changes of one commit of a copy, stored as one text. A replica reads and applies the texts of any number of commits. A writer that
// finds the copy on a fork learns from them which rows the fork changed.
import type { Point } from '../../../schema/primitives.ts'
import type { Stored } from '../../engine/table/column.ts'
import { positionOf, type Table } from '../../engine/table/table.ts'
import { type Change, keyColumns, keyOfText } from '../source/row-key.ts'
import { fromText } from './column-text.ts'
import type { CopiedBlock, CopyState } from './copy-state.ts'

/** A block, and the digest of all rows after it. */
export type CopyPoint = Pick<CopyState, 'slot' | 'id' | 'digest'>

/** Whether a point has the slot, id and digest of another. */
export const isSamePoint = (
  one: CopyPoint,
  other: (Point & { readonly digest: string | null }) | null,
): boolean => one.slot === other?.slot && one.id === other.id && one.digest === other.digest

/** Changes of one table, as text. */
export interface WrittenTable {
  readonly table: string
  /** Keys of changed rows, each with the slot of the last block that changed the row. */
  readonly touched: readonly (readonly [key: string, slot: number])[]
  /** Current rows, one array per column: changed rows, and all rows made after the shared block. */
  readonly columns: readonly (readonly (string | null)[])[]
}

interface Described<Of> {
  /** State of the copy before the commit; null for a load, which cannot be applied. */
  readonly from: CopyPoint | null
  readonly state: CopyState
  /** Slot of the newest block that the copy has both before and after the commit. */
  readonly shared: number
  /** The blocks after the shared one, and the slot of the oldest kept block. */
  readonly blocks: readonly CopiedBlock[]
  readonly oldest: number
  readonly tables: readonly Of[]
  readonly changes: readonly Change[]
}

/** A commit in the form for writing. */
export type WrittenDifference = Described<WrittenTable>

/** Changes of one table. */
export interface CopiedTable {
  readonly table: Table
  /** Keys of changed rows, except rows made after the shared block. */
  readonly keys: readonly (readonly Stored[])[]
  /** The current form of these rows. If keys are positions, also all rows made after the shared block. */
  readonly rows: readonly (readonly Stored[])[]
}

/** A commit in the form for a replica. */
export type CopiedDifference = Described<CopiedTable>

/** Rows of a table with SQLite's values. @throws {Error} if a text is invalid for its column's kind. */
export const rowsOfColumns = (table: Table, columns: WrittenTable['columns']): Stored[][] => {
  const described = Object.values(table.columns)
  return (columns[0] ?? []).map((_, row) =>
    described.map((column, at) => fromText(column, columns[at]?.[row] ?? null)),
  )
}

/**
 * Reads a commit into the form for a replica.
 * @param tables the copied tables
 * @throws {Error} if a value is invalid for its column's kind
 */
export const decodeDifference = (
  written: WrittenDifference,
  tables: ReadonlyMap<string, Table>,
): CopiedDifference => {
  const boundary = positionOf(written.shared + 1, 0)
  return {
    ...written,
    tables: written.tables.flatMap(({ table: name, touched, columns }) => {
      const table = tables.get(name)
      if (table === undefined) return []
      const key = keyColumns(table)
      const keys = touched.map(([text]) => keyOfText(key, text))
      return {
        table,
        keys: table.isPositioned ? keys.filter(([first]) => Number(first) < boundary) : keys,
        rows: rowsOfColumns(table, columns),
      }
    }),
  }
}

/** Changes of the commits after a block. */
export interface Undone {
  /** Keys of rows, by table. */
  readonly keys: ReadonlyMap<string, readonly string[]>
  /** All changes that these commits announced. */
  readonly changes: readonly Change[]
}

export const NOTHING_UNDONE: Undone = { keys: new Map(), changes: [] }

/** The part of a commit that a later writer needs if the commit was on a fork. */
export interface WrittenKeys extends Pick<WrittenDifference, 'changes'> {
  readonly tables: readonly Pick<WrittenTable, 'table' | 'touched'>[]
}

/** @param texts texts of all commits that ended after the block */
export const undoneBy = (texts: readonly string[], slot: number): Undone => {
  const written = texts.map((text): WrittenKeys => JSON.parse(text))
  const keys = new Map<string, Set<string>>()
  for (const { table, touched } of written.flatMap(({ tables }) => tables)) {
    const of = keys.get(table) ?? new Set()
    keys.set(table, of)
    for (const [key, last] of touched) if (last > slot) of.add(key)
  }
  return {
    keys: new Map([...keys].map(([table, of]) => [table, [...of]])),
    changes: written.flatMap(({ changes }) => changes),
  }
}
