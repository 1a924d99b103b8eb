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
const ID_BYTES = 16
/** Where each byte's two digits stand, and the dashes between the groups. */
const DIGITS_AT = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34)
const DASHES_AT = [8, 13, 18, 23] as const

/** UUIDs version 4. Random bytes are drawn for many ids at once. */
export const uuidWriter = (fill: (bytes: Buffer) => void = randomFillSync): WriteRequestId => {
  const pool = Buffer.alloc(ID_BYTES * 1024)
  let next = pool.length
  return (target, offset) => {
    if (next === pool.length) {
      fill(pool)
      for (let id = 0; id < pool.length; id += ID_BYTES) setVersion(pool, id)
      next = 0
    }
    for (let index = 0; index < ID_BYTES; index += 1) {
      const byte = pool[next + index] ?? 0
      const at = offset + (DIGITS_AT[index] ?? 0)
      target[at] = DIGITS[byte >> 4] ?? 0
      target[at + 1] = DIGITS[byte & 0x0f] ?? 0
    }
    for (const at of DASHES_AT) target[offset + at] = DASH
    next += ID_BYTES
  }
}

/** RFC 9562, 5.4: version 4 in the seventh byte, variant 10 in the ninth. */
const setVersion = (pool: Buffer, id: number): void => {
  pool[id + 6] = ((pool[id + 6] ?? 0) & 0x0f) | 0x40
  pool[id + 8] = ((pool[id + 8] ?? 0) & 0x3f) | 0x80
}
