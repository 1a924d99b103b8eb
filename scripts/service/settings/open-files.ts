// The limit of open files. Each client takes one, and each file of SQLite some; past the limit, errors name whatever could not be
// opened and not the cause. So it is checked at the start.
import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { StartupError } from '../../../schema/errors.ts'

/** Files below which the service does not start, and below which it has room for few clients. */
const NEEDED = 128
const USUAL = 4_096

/** The soft limit in the text of /proc/self/limits; undefined where it is unlimited or not said. */
const openFilesIn = (limits: string): number | undefined => {
  const [, soft] = /^Max open files +(\d+) /m.exec(limits) ?? []
  return soft === undefined ? undefined : Number(soft)
}

/** @throws {StartupError} when the service could not open its files */
export const checkOpenFiles = (logger: Logger, limits: () => string = readLimits): void => {
  const limit = openFilesIn(limits())
  if (limit === undefined || limit >= USUAL) return
  const advice = `raise the limit to 65536 (ulimit -n, LimitNOFILE of systemd, or ulimits of a container)`
  if (limit < NEEDED)
    throw new StartupError(
      `at most ${limit} files may be open at once, and the service needs more: ${advice}`,
    )
  logger.warn({ limit }, `the limit of open files is low, and each client needs one open file: ${advice}`)
}

const readLimits = (): string => {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    // Not on Linux.
    return ''
  }
}
