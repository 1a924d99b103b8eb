// A part of the service that works by itself: a loop with its files. It runs in a thread of its own, as operators run it, or in
// the thread that starts it, as commands and tests may.
import type { Reports } from '../../../schema/reports.ts'

/** Part that has opened its files. */
export interface Part {
  /** Begins its work. */
  run(): void
  /** Ends it, begun or not, and closes the files. */
  end(): Promise<void>
}

/**
 * Opens the files of a part.
 * @param unwritten receives reports that cannot be written
 * @throws {StartupError} when a file cannot be used
 */
export type OpenPart<Task> = (task: Task, unwritten: (reports: Reports) => void) => Part

export interface PartModule {
  readonly open: OpenPart<unknown>
}

/** Part as its starter sees it, in whichever thread it is. */
export interface RunningPart {
  /** Begins its work. */
  run(): void
  /** Resolves when it has ended: with an error when it was not asked to. */
  readonly ended: Promise<Error | undefined>
  /** The last reports that could not be written. */
  unwritten(): Reports
  /** Asks it to commit and end. */
  stop(): void
}
