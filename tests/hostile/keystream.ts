// Random numbers from a text, in large quantities. A block of hostile transactions needs hundreds of numbers, and a hash for each would be
// too slow. The numbers are the keystream of a cipher in counter mode.
import { createCipheriv, createHash } from 'node:crypto'
import type { Draw } from '../../devnet/actors/random.ts'

const DRAWN_AT_ONCE = 4_096
const BYTES = 6

export const keystream = (seed: string): Draw => {
  const digest = createHash('sha256').update(seed).digest()
  const cipher = createCipheriv('aes-128-ctr', digest.subarray(0, 16), digest.subarray(16))
  const zeros = Buffer.alloc(DRAWN_AT_ONCE * BYTES)
  let stream = Buffer.alloc(0)
  let at = 0
  return () => {
    if (at === stream.length) {
      stream = cipher.update(zeros)
      at = 0
    }
    at += BYTES
    return stream.readUIntBE(at - BYTES, BYTES)
  }
}
