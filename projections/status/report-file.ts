// Where reports go: into the status file or, when that cannot be written, to whoever is in this process.
import type { Logger } from 'pino'
import { storageError } from '../../schema/platform/storage-error.ts'
import type { Reports } from '../../schema/reports.ts'
import { statusWriter } from './indexer-status.ts'

export interface IndexerReports {
  write(reports: Reports): void
  /** Removes what a part said that does not run any more. */
  forget(part: keyof Reports): void
  close(): void
}

/**
 * Opens the status file of a data directory.
 * @param unwritten gets what cannot be written: that may be what it is about.
 * @throws {SqliteError} when the file cannot be opened.
 */
export const openReports = (
  dataDir: string,
  logger: Pick<Logger, 'warn'>,
  unwritten: (reports: Reports) => void = () => {},
): IndexerReports => {
  const file = statusWriter(dataDir, (message) => logger.warn(message))
  return {
    write(reports) {
      try {
        file.write(reports)
      } catch (error) {
        if (storageError(error, dataDir, 'models') === undefined) throw error
        unwritten(reports)
      }
    },
    forget: (part) => file.forget(part),
    close: () => file.close(),
  }
}
