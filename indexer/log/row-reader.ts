// Reads and checks rows of the log. All blocks that are folded into models are read here.
import type Database from 'better-sqlite3'
import type { BlockEvent } from '../../schema/events.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { damaged, type StorageError } from '../../schema/platform/storage-error.ts'
import type { Point } from '../../schema/primitives.ts'
import { rowColumns, statement } from './log-file.ts'
import { decodePayload } from './payload.ts'
import { decodeReduced, REDUCED_VERSION } from './reduced-payload.ts'
import { type LogRow, wholeRows } from './row-checksum.ts'

/** @param row the damaged row; its seq, and its slot if the slot could be read */
export const damagedRow = (
  path: string,
  { seq, slot }: Pick<LogRow, 'seq'> & Partial<LogRow>,
  reason: string,
  cause?: unknown,
): StorageError =>
  damaged(path, 'log', `row ${seq}${slot === undefined ? '' : ` of slot ${slot}`}: ${reason}`, cause)

/** @throws {StorageError} if a row cannot be read, or is damaged */
export type ReadRows = (...values: readonly number[]) => LogRow[]

/** @param start start of the log */
export const rowReader = (database: Database.Database, start: Point | 'origin') => {
  const isWhole = wholeRows(start)
  return (where: string): ReadRows => {
    const found = statement(database, `SELECT ${rowColumns(database)} FROM log WHERE ${where}`)
    return (...values) => {
      const rows = found.all(...values) as LogRow[]
      for (const row of rows) if (!isWhole(row)) throw damagedRow(database.name, row, 'its checksum is wrong')
      return rows
    }
  }
}

/** @throws {StorageError} if the block cannot be read */
export const decodeRow = (path: string, row: LogRow): BlockEvent => {
  const { slot, id, height, version, payload } = row
  try {
    if (payload === null) throw new RangeError('it has no payload')
    const content = version === REDUCED_VERSION ? decodeReduced(payload) : decodePayload(version, payload)
    return { point: { slot, id: id.toString('hex') }, height, ...content }
  } catch (error) {
    throw damagedRow(path, row, messageOf(error), error)
  }
}
