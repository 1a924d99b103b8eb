// Writes the report of a part of the indexer into the status file or, if that fails, passes it to this process.
import type { Logger } from 'pino'
import { orStartupError, storageError } from '../../schema/platform/storage-error.ts'
import { REPORT_INTERVAL, type Reports } from '../../schema/reports.ts'
import { statusPath, statusWriter } from './indexer-status.ts'

interface ReportingOptions {
  /** Directory of the status file. */
  readonly directory: string
  /** Returns the part's current report. */
  readonly report: () => Reports
  readonly logger: Pick<Logger, 'warn'>
  /**
   * Receives reports that cannot be written, since a full disk may be the problem that they report; receives undefined once they can be
   * written again.
   */
  readonly unwritten: (reports: Reports) => void
}

interface Reporting {
  /** Writes the report now, since it has changed. */
  write(): void
  /** Removes the report of a part that no longer runs. */
  forget(part: keyof Reports): void
  close(): void
}

/**
 * Writes the report of a part, which replaces the report of its last run, and again at intervals until `close`.
 * @throws {StartupError} if the file cannot be opened
 */
export const startReporting = ({ directory, report, logger, unwritten }: ReportingOptions): Reporting => {
  const file = orStartupError(statusPath(directory), 'models', () =>
    statusWriter(directory, (message) => logger.warn(message)),
  )
  let hasFailed = false
  const write = (): void => {
    const reports = report()
    try {
      file.write(reports)
      if (hasFailed) unwritten({})
      hasFailed = false
    } catch (error) {
      if (storageError(error, directory, 'models') === undefined) throw error
      hasFailed = true
      unwritten(reports)
    }
  }
  write()
  const timer = setInterval(write, REPORT_INTERVAL)
  return {
    write,
    forget: (part) => file.forget(part),
    close() {
      clearInterval(timer)
      write()
      file.close()
    },
  }
}
