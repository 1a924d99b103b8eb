// Rows of logs for backups. An increment is a log file that contains only the rows after a seq. Rows are not changed after they are
// appended, so a file and its increments together are the log. The log may grow while it is copied.
import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { StartupError } from '../../schema/errors.ts'
import { storageError } from '../../schema/platform/storage-error.ts'
import { formatPoint, type Network, type Point } from '../../schema/primitives.ts'
import { readBase } from './log-base.ts'
import { BACKWARD, insertRow, openLogFile, openLogFileForReading } from './log-file.ts'
import { readLog } from './read-log.ts'
import { rowReader } from './row-reader.ts'

/** Rows that one query reads. */
const PAGE = 100

interface Rows {
  readonly network: Network
  /** Seq of the row before the first copied one. */
  readonly after: number
  /** Default: the log's last row. */
  readonly until?: number
}

const using = <T>(database: Database.Database, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw storageError(error, database.name, 'log') ?? error
  } finally {
    database.close()
  }
}

const opened = (database: Database.Database, start: Point | 'origin') => ({ database, start })

/**
 * Makes the target file if it does not exist.
 * @throws {StartupError} if a file cannot be opened, or belongs to another network
 * @throws {StorageError} if a file cannot be read or written, or a row is damaged
 */
export const copyRows = (
  from: string,
  to: string,
  { network, after, until = Number.MAX_SAFE_INTEGER }: Rows,
): void => {
  const { database: source, start } = openLogFileForReading(from, network, opened)
  using(source, () => {
    const read = rowReader(source, start)('seq > ? AND seq <= ? ORDER BY seq LIMIT ?')
    const { database: target } = openLogFile(to, { network, start }, opened)
    using(target, () => {
      const insert = insertRow(target)
      target.transaction(() => {
        for (let page = read(after, until, PAGE); page.length > 0; ) {
          for (const row of page) insert(row)
          page = read(page.at(-1)?.seq ?? until, until, PAGE)
        }
      })()
    })
  })
}

/**
 * Hashes the start, the base, every backward row and the last row. Blocks name their parents, so two logs with the same hash have the same
 * chain in the same rows.
 * @param paths paths of a log and its increments, in order
 * @param until seq of the last row that counts
 * @returns the seq of the last row, and the hash
 * @throws {StartupError} if a file cannot be read, or belongs to another network
 */
export const sealOf = (paths: readonly string[], network: Network, until = Number.MAX_SAFE_INTEGER) => {
  const hash = createHash('sha256')
  let last: [seq: number, ...unknown[]] = [0]
  for (const path of paths) {
    const { database, start } = openLogFileForReading(path, network, opened)
    using(database, () => {
      if (last[0] === 0) hash.update(JSON.stringify(start))
      const { base } = readBase(database)
      if (base !== undefined) hash.update(JSON.stringify([base.seq, base.digest]))
      const read = (what: string) => database.prepare(`SELECT ${what}`).raw()
      const undone = read(`seq, target FROM log WHERE kind = ${BACKWARD} AND seq <= ? ORDER BY seq`)
      for (const row of undone.iterate(until)) hash.update(JSON.stringify(row))
      const found = read('seq, kind, slot, hex(id) FROM log WHERE seq <= ? ORDER BY seq DESC LIMIT 1')
      last = (found.get(until) as typeof last | undefined) ?? last
    })
  }
  return { seq: last[0], hash: hash.update(JSON.stringify(last)).digest('hex') }
}

/**
 * Deletes the rows after a block of the chain: the given one, or the last one at or before a slot.
 * @returns the last remaining block; undefined if the chain has no such block, and nothing is deleted
 * @throws {StartupError} if the file cannot be read or written, belongs to another network, or has its base after the block
 */
export const cutLog = (path: string, network: Network, at: number | Point) => {
  const { start, base, last } = readLog(path, { network }, (log) => ({
    start: log.start,
    base: log.base,
    last: typeof at === 'number' ? log.lastAtOrBefore(at) : log.at(log.seqOf(at) ?? 0),
  }))
  if (last === undefined) return undefined
  if (last.seq < (base?.seq ?? 0))
    throw new StartupError(
      `block ${formatPoint(last)} is before the base of the log, ${formatPoint(base ?? last)}: choose the base or a later block`,
    )
  const { database } = openLogFile(path, { network, start }, opened)
  using(database, () => database.prepare('DELETE FROM log WHERE seq > ?').run(last.seq))
  return last
}
