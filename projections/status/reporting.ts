// A part of the indexer reports how it is: into the status file or, when that cannot be written, to this process.
import type { Logger } from 'pino'
import { orStartupError, storageError } from '../../schema/platform/storage-error.ts'
import { REPORT_INTERVAL, type Reports } from '../../schema/reports.ts'
import { statusPath, statusWriter } from './indexer-status.ts'

interface ReportingOptions {
  /** Directory of the status file. */
  readonly directory: string
  /** The part's report as of now. */
  readonly report: () => Reports
  readonly logger: Pick<Logger, 'warn'>
  /** Receives reports that cannot be written, as the full disk may be the problem they report; and none once they could be. */
  readonly unwritten: (reports: Reports) => void
}

interface Reporting {
  /** Writes the report now: it has changed. */
  write(): void
  /** Removes the report of a part that does not run any more. */
  forget(part: keyof Reports): void
  close(): void
}

/**
 * Writes the report of a part, which replaces that of its last run, and again at intervals until `close`.
 * @throws {StartupError} when the file cannot be opened
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
