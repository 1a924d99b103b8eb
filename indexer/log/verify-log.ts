// Reads a whole log file and compares it with what was appended. SQLite's own check finds damaged pages and indexes; checksums find damaged
// values. Rows of older releases have no checksum. They are decoded, and each must follow the row before it.

import { checkStructure } from '../../schema/platform/check-structure.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { storageError } from '../../schema/platform/storage-error.ts'
import type { Network, Point, Tip } from '../../schema/primitives.ts'
import type { OnProgress } from '../../schema/reports.ts'
import { linkProblem } from './block-problem.ts'
import { baseCheck } from './log-base.ts'
import { FORWARD, openLogFileForReading } from './log-file.ts'
import { decodePayload } from './payload.ts'
import { type LogRow, NO_CHECKSUM } from './row-checksum.ts'
import { damagedRow, rowReader } from './row-reader.ts'

/** Rows that one query reads. */
const PAGE = 100

/** Undefined if any block may follow. */
type End = (Point & Partial<Tip>) | undefined

const endOf = ({ slot, id, height }: LogRow): End => ({ slot, id: id.toString('hex'), height })

/** @param end the block before a forward row, or the target of a backward row */
const oldRowProblem = (row: LogRow, end: End): string | undefined => {
  try {
    const { kind, slot, height, version, payload } = row
    const id = row.id.toString('hex')
    const isReturn = id === (end?.id ?? '') && slot === (end?.slot ?? 0)
    if (kind !== FORWARD)
      return isReturn ? undefined : 'its rollback does not return to the block that it names'
    if (payload === null) return 'it has no payload'
    const { parent } = decodePayload(version, payload)
    return end && linkProblem({ point: { slot, id }, height, parent }, end)
  } catch (error) {
    return messageOf(error)
  }
}

/**
 * A service may append, so rows are read in pages.
 * @returns the number of rows without a checksum, whose values are unchecked
 * @throws {StorageError} at the first damage
 * @throws {StartupError} if the file belongs to another network, is from a newer version, or cannot be opened
 */
export const verifyLog = (path: string, network: Network, onProgress: OnProgress = () => {}): number => {
  const { database, start } = openLogFileForReading(path, network, (opened, from) => ({
    database: opened,
    start: from,
  }))
  try {
    checkStructure(database, 'log')
    const rows = rowReader(database, start)
    const after = rows('seq > ? ORDER BY seq LIMIT ?')
    const at = rows('seq = ?')
    const last = Number(database.prepare('SELECT coalesce(max(seq), 0) FROM log').pluck().get())
    const first: End = start === 'origin' ? undefined : start
    const base = baseCheck(database, start)
    let unchecked = 0
    let end = first
    for (let seq = 0; seq < last; onProgress(seq, last)) {
      const page = after(seq, PAGE)
      if (page.length === 0) throw damagedRow(path, { seq: seq + 1 }, 'it is missing')
      for (const row of page) {
        if (row.seq !== ++seq) throw damagedRow(path, { seq }, 'it is missing')
        const isForward = row.kind === FORWARD
        if (!isForward) end = row.target === 0 ? first : at(row.target ?? 0).map(endOf)[0]
        if (row.checksum === NO_CHECKSUM) {
          const problem =
            unchecked === seq - 1
              ? oldRowProblem(row, end)
              : 'it has no checksum, but a row before it has one'
          if (problem !== undefined) throw damagedRow(path, row, problem)
          unchecked++
        }
        if (isForward) end = endOf(row)
        base.add(row)
      }
    }
    base.end()
    return unchecked
  } catch (error) {
    throw storageError(error, path, 'log') ?? error
  } finally {
    database.close()
  }
}
