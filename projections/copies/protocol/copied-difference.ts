// The changes of one commit of a copy, stored as one text. A replica reads and applies the texts of any number of commits. A writer that
// finds the copy on a fork learns from these texts which rows the fork changed.
import type { Point } from '../../../schema/primitives.ts'
import type { Change } from '../source/row-key.ts'
import type { CopiedBlock, CopyState } from './copy-state.ts'

/** A block, and the digest of all rows as of this block. */
export type CopyPoint = Pick<CopyState, 'slot' | 'id' | 'digest'>

/** Whether two points have the same slot, id and digest. */
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

/** A commit, as text. */
export interface WrittenDifference {
  /** State of the copy before the commit; null for a load, which cannot be applied. */
  readonly from: CopyPoint | null
  readonly state: CopyState
  /** Slot of the newest block that the copy has both before and after the commit. */
  readonly shared: number
  /** The blocks after the shared one, and the slot of the oldest kept block. */
  readonly blocks: readonly CopiedBlock[]
  readonly oldest: number
  readonly tables: readonly WrittenTable[]
  readonly changes: readonly Change[]
}

/** Changes of the commits after a block. */
export interface Undone {
  /** Keys of rows, by table. */
  readonly keys: ReadonlyMap<string, readonly string[]>
  /** All changes that these commits announced. */
  readonly changes: readonly Change[]
}

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
