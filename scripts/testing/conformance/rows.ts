// The table's form: sections of rows, each row one requirement of the specification and what shows that it holds. A
// section says how many rows it has, so that a row that is not reached, because one before it threw, is missed.
import type { World } from './world.ts'

/** Judges one requirement: a subtest with that name. */
export type Judge = (requirement: string, holds: () => unknown) => Promise<void>

export interface Row extends Judge {
  /** Judges that a value is the one that is required. */
  is(requirement: string, value: unknown, expected: unknown): Promise<void>
}

export interface Section {
  readonly name: string
  /** How many rows it has. */
  readonly rows: number
  judge(row: Row, world: World): Promise<void>
}
