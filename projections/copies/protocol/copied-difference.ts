// The changes of one commit of a copy, stored as one text. A replica reads and applies the texts of any number of commits. A writer that
// finds the copy on a fork learns from these texts which rows the fork changed.
import { type Static, Type } from '@sinclair/typebox'
import type { Point } from '../../../schema/primitives.ts'
import type { Change } from '../source/row-key.ts'
import { Block, type CopyState, DigestText, Id, Name, Nullable, Slot, State } from './copy-state.ts'

/** The digest is of all rows as of this block. */
export type CopyPoint = Pick<CopyState, 'slot' | 'id' | 'digest'>

export const isSamePoint = (
  one: CopyPoint,
  other: (Point & { readonly digest: string | null }) | null,
): boolean => one.slot === other?.slot && one.id === other.id && one.digest === other.digest

/** One array per column. */
export const Columns = Type.Array(Type.Array(Nullable(Type.String())))

const WrittenTable = Type.Object({
  table: Name,
  /** Keys of changed rows, each with the slot of the last block that changed the row. */
  touched: Type.Array(Type.Tuple([Type.String(), Slot])),
  /** Current rows: changed rows, and all rows made after the shared block. */
  columns: Columns,
})
export type WrittenTable = Readonly<Static<typeof WrittenTable>>

export const WrittenDifference = Type.Object({
  /** The copy's block before the commit; null for a load, which cannot be applied. */
  from: Nullable(Type.Object({ slot: Slot, id: Id, digest: DigestText })),
  state: State,
  /** Slot of the newest block that the copy has both before and after the commit. */
  shared: Slot,
  blocks: Type.Array(Block),
  oldest: Slot,
  tables: Type.Array(WrittenTable),
  changes: Type.Array(Type.Object({ table: Name, key: Type.String(), topics: Type.String() })),
})
export type WrittenDifference = Readonly<Static<typeof WrittenDifference>>

export interface Undone {
  /** Keys of rows, by table. */
  readonly keys: ReadonlyMap<string, readonly string[]>
  /** All changes that the commits announced. */
  readonly changes: readonly Change[]
}

/** Needed by a later writer if the commit was on a fork. */
export interface WrittenKeys extends Pick<WrittenDifference, 'changes'> {
  readonly tables: readonly Pick<WrittenTable, 'table' | 'touched'>[]
}

/** @param texts of all commits that ended after the block */
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
