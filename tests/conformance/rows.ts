// The conformance table: sections of rows. Each row is one requirement of the specification with its proof. A section states its number of
// rows, so rows that are missing because an earlier row threw are noticed.
import type { World } from './world.ts'

/** Checks one requirement in a subtest whose name is the requirement. */
export type Judge = (requirement: string, holds: () => unknown) => Promise<void>

export interface Row extends Judge {
  /** Judges that a value equals the required one. */
  is(requirement: string, value: unknown, expected: unknown): Promise<void>
}

export interface Section {
  readonly name: string
  /** Number of rows in the section. */
  readonly rows: number
  judge(row: Row, world: World): Promise<void>
}
