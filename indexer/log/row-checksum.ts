// Checksum of a row of the log, which every reader compares: SQLite does not notice a flipped bit in a value, and a log with one
// would be folded into wrong models. CRC-32 finds every error of up to 32 bits in a row and needs less than a microsecond for a
// block. Rows of an older release have none; only their payload and their links to each other can be checked.
import { crc32 } from 'node:zlib'
import { formatPoint, type Point } from '../../schema/primitives.ts'

/** Checksum of a row without one. It is the column's default, so that the rows of an older release have it without being rewritten. */
export const NO_CHECKSUM = -1

/** Columns of a row, without its checksum. */
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

/** Computes checksums of the rows of a log that begins at `start`, which is part of each. */
export const rowChecksum = (start: Point | 'origin') => {
  const seed = crc32(formatPoint(start))
  return (row: Omit<LogRow, 'checksum'>): number => {
    const { seq, kind, slot, id, height, target, version, payload } = row
    const head = `${seq} ${kind} ${slot} ${id.toString('hex')} ${height} ${target} ${version}`
    return crc32(payload ?? '', crc32(head, seed))
  }
}
