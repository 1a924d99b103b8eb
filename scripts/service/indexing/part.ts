// A part of the indexer: a loop with its files. It runs in a thread of its own for operators, or in the thread that starts
// it, for commands and tests.
import type { Reports } from '../../../schema/reports.ts'

/** Part whose files are open. */
interface Part {
  /** Starts the loop. */
  run(): void
  /** Ends the loop, started or not, and closes the files. */
  end(): Promise<void>
  /** Resolves with the error that ends the part and with it the service; undefined for a part that reports its errors alone. */
  readonly failed?: Promise<Error>
}

/**
 * Opens the files of a part.
 * @param unwritten receives reports that cannot be written, and none once they could be
 * @throws {StartupError} when a file cannot be used
 */
export type OpenPart<Task> = (task: Task, unwritten: (reports: Reports) => void) => Part

export interface PartModule {
  readonly open: OpenPart<unknown>
}

/** Part as its starter sees it, whichever thread it runs in. */
export interface RunningPart {
  /** Starts the loop. */
  run(): void
  /** Resolves when the part has ended, with an error when it was not asked to end. */
  readonly ended: Promise<Error | undefined>
  /** The reports that could not be written to the status file, as of the last try. */
  unwritten(): Reports
  /** Asks the part to commit and end. */
  stop(): void
}
