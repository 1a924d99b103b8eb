// Checks the limit of open files at the start. Each client needs one open file, and each SQLite database needs several. Once the limit is
// reached, errors name only the file that cannot be opened, not the cause.
import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { StartupError } from '../../../schema/errors.ts'

/** The service does not start below the first limit, and can serve only few clients below the second. */
const NEEDED = 256
const USUAL = 4_096

/** The soft limit of /proc/self/limits; undefined if it is unlimited or missing. */
const openFilesIn = (limits: string): number | undefined => {
  const [, soft] = /^Max open files +(\d+) /m.exec(limits) ?? []
  return soft === undefined ? undefined : Number(soft)
}

/** Files that the service itself opens at most. */
const OWN = 128

/**
 * @returns the maximum number of open WebSockets: half of the remaining files, so that files remain for requests
 * @throws {StartupError} if the limit is too low for the service's own files
 */
export const checkOpenFiles = (logger: Logger, limits: () => string = readLimits): number => {
  const limit = openFilesIn(limits())
  if (limit === undefined) return Number.POSITIVE_INFINITY
  const sockets = Math.max(0, Math.floor((limit - OWN) / 2))
  if (limit >= USUAL) return sockets
  const advice = `raise the limit to 65536 (ulimit -n, LimitNOFILE of systemd, or ulimits of a container)`
  if (limit < NEEDED)
    throw new StartupError(
      `at most ${limit} files may be open at once, and the service needs more: ${advice}`,
    )
  logger.warn({ limit }, `the limit of open files is low, and each client needs one open file: ${advice}`)
  return sockets
}

const readLimits = (): string => {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    // The system is not Linux.
    return ''
  }
}
