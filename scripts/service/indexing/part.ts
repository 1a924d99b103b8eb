// A part of the indexer: a loop with its files. For operators it runs in its own thread; for commands and tests, in the thread that starts
// it.
import type { Reports } from '../../../schema/reports.ts'

interface Part {
  run(): void
  /** Ends the loop, even if it was not started. */
  end(): Promise<void>
  /** Resolves with the error that ends the service; undefined for a part that only reports its errors. */
  readonly failed?: Promise<Error>
}

/**
 * @param unwritten receives reports that cannot be written, and an empty `Reports` when writing succeeds again
 * @throws {StartupError} if a file cannot be used
 */
export type OpenPart<Task> = (task: Task, unwritten: (reports: Reports) => void) => Part

export interface PartModule {
  readonly open: OpenPart<unknown>
}

export interface RunningPart {
  run(): void
  /** Resolves with an error if nobody asked the part to end. */
  readonly ended: Promise<Error | undefined>
  unwritten(): Reports
  /** Commits before it ends. */
  stop(): void
}
