// The conformance table: sections of rows. Each row is one requirement of the specification with its proof. A section states its number of
// rows, so rows that are missing because an earlier row threw are noticed.
import type { World } from './world.ts'

export type Judge = (requirement: string, holds: () => unknown) => Promise<void>

export interface Row extends Judge {
  is(requirement: string, value: unknown, expected: unknown): Promise<void>
}

export interface Section {
  readonly name: string
  readonly rows: number
  judge(row: Row, world: World): Promise<void>
}
