// Writes the report of a part of the indexer into its file. If that fails, passes the report to this process.
import { StorageError } from '../../schema/platform/storage-error.ts'
import { REPORT_INTERVAL_MS, type Reports } from '../../schema/reports.ts'
import { writeReports } from './indexer-status.ts'

interface ReportingOptions {
  readonly directory: string
  readonly report: () => Reports
  /**
   * Receives a report that cannot be written, for example about a full disk. It receives an empty one once reports can be written again.
   */
  readonly unwritten: (reports: Reports) => void
}

/** Replaces the report of the last run now, and writes at intervals until `close`. */
export const startReporting = ({ directory, report, unwritten }: ReportingOptions) => {
  let hasFailed = false
  const write = (): void => {
    const reports = report()
    try {
      writeReports(directory, reports)
      if (hasFailed) unwritten({})
      hasFailed = false
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      hasFailed = true
      unwritten(reports)
    }
  }
  write()
  const timer = setInterval(write, REPORT_INTERVAL_MS)
  return {
    write,
    close(): void {
      clearInterval(timer)
      write()
    },
  }
}
