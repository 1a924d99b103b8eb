// A part of the indexer: a loop with its files. It runs in a thread of its own for operators, or in the thread that starts
// it, for commands and tests.
import type { Reports } from '../../../schema/reports.ts'

/** Part whose files are open. */
interface Part {
  /** Starts the loop. */
  run(): void
  /** Ends the loop, started or not, and closes the files. */
  end(): Promise<void>
  /** Resolves with the error that ends the part, and thereby the service; undefined for a part that only reports its errors. */
  readonly failed?: Promise<Error>
}

/**
 * Opens the files of a part.
 * @param unwritten receives reports that cannot be written; it receives no reports when writing succeeds again
 * @throws {StartupError} when a file cannot be used
 */
export type OpenPart<Task> = (task: Task, unwritten: (reports: Reports) => void) => Part

export interface PartModule {
  readonly open: OpenPart<unknown>
}

/** Handle of a part for its starter, for a part in any thread. */
export interface RunningPart {
  /** Starts the loop. */
  run(): void
  /** Resolves when the part has ended, with an error if its end was not requested. */
  readonly ended: Promise<Error | undefined>
  /** The reports that could not be written to the status file at the last attempt. */
  unwritten(): Reports
  /** Requests the part to commit and end. */
  stop(): void
}
