// Form of the conformance table: sections of rows, each row one requirement of the specification and its proof. A section states
// its number of rows, so that missing rows are noticed if an earlier row throws.
import type { World } from './world.ts'

/** Checks one requirement in a subtest with its name. */
export type Judge = (requirement: string, holds: () => unknown) => Promise<void>

export interface Row extends Judge {
  /** Judges that a value equals the required one. */
  is(requirement: string, value: unknown, expected: unknown): Promise<void>
}

export interface Section {
  readonly name: string
  /** Number of its rows. */
  readonly rows: number
  judge(row: Row, world: World): Promise<void>
}
