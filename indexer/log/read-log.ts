import type { Network } from '../../schema/primitives.ts'
import { Log } from './log.ts'

/** @throws {StartupError} as {@link Log.openForReading} does */
export const readLog = <Result>(
  path: string,
  of: { readonly network: Network },
  work: (log: Log) => Result,
): Result => {
  const log = Log.openForReading(path, of)
  try {
    return work(log)
  } finally {
    log.close()
  }
}
