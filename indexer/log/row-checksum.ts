// Checksum of a row of the log. Every reader compares it. SQLite does not notice a flipped bit in a value, so without the checksum a
// damaged log would be folded into wrong models. CRC-32 finds every error burst of up to 32 bits, and takes less than a microsecond for a
// block. Rows of an older release have no checksum. For them, only the form of the payload and the links between rows can be checked.
import { crc32 } from 'node:zlib'
import { formatPoint, type Point } from '../../schema/primitives.ts'

/** As the column's default, this value applies to an older release's rows without rewriting them. */
export const NO_CHECKSUM = -1

/** Columns that the checksum covers. */
export const COLUMNS = 'seq, kind, slot, id, height, target, version, payload'

export interface LogRow {
  readonly seq: number
  readonly kind: number
  readonly slot: number
  readonly id: Buffer
  readonly height: number
  readonly target: number | null
  readonly version: number
  readonly payload: Buffer | null
  readonly checksum: number
}

/** Each checksum includes the log's start. */
export const rowChecksum = (start: Point | 'origin') => {
  const seed = crc32(formatPoint(start))
  return (row: Omit<LogRow, 'checksum'>): number => {
    const { seq, kind, slot, id, height, target, version, payload } = row
    const head = `${seq} ${kind} ${slot} ${id.toString('hex')} ${height} ${target} ${version}`
    return crc32(payload ?? '', crc32(head, seed))
  }
}

/** A row without a checksum counts as whole. */
export const wholeRows = (start: Point | 'origin') => {
  const checksumOf = rowChecksum(start)
  return (row: LogRow): boolean => {
    try {
      return row.checksum === NO_CHECKSUM || row.checksum === checksumOf(row)
    } catch {
      // A value with another type than its column has no checksum.
      return false
    }
  }
}
