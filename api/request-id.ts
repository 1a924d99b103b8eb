// Every answer names its request, so that a client's report finds the log line. A client may bring the id
// (`X-Request-ID`); otherwise a random UUID is made. It is written as bytes straight into the head of the
// response: as a string it would be copied twice on the way, a tenth of the cost of a small answer.
import { randomFillSync } from 'node:crypto'

/** Writes the 36 characters of a new id into `target` at `offset`. */
export type WriteRequestId = (target: Buffer, offset: number) => void

export const REQUEST_ID_LENGTH = 36

/** The ids taken from clients: safe in a header and in a log line. */
export const isRequestId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text)

const DASH = 0x2d
const DIGITS = Buffer.from('0123456789abcdef', 'latin1')

/** UUIDs version 4. Random bytes are drawn for many ids at once. */
export const uuidWriter = (fill: (bytes: Buffer) => void = randomFillSync): WriteRequestId => {
  const pool = Buffer.alloc(16 * 256)
  let next = pool.length
  return (target, offset) => {
    if (next === pool.length) {
      fill(pool)
      next = 0
    }
    let at = offset
    for (let index = 0; index < 16; index += 1) {
      if (index === 4 || index === 6 || index === 8 || index === 10) target[at++] = DASH
      const byte = versioned(index, pool[next + index] ?? 0)
      target[at++] = DIGITS[byte >> 4] ?? 0
      target[at++] = DIGITS[byte & 0x0f] ?? 0
    }
    next += 16
  }
}

/** RFC 9562, 5.4: version 4 in the seventh byte, variant 10 in the ninth. */
const versioned = (index: number, byte: number): number => {
  if (index === 6) return (byte & 0x0f) | 0x40
  return index === 8 ? (byte & 0x3f) | 0x80 : byte
}
