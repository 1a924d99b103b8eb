// Files that begin with the SHA-256 of the bytes that follow. A damaged file is made again.
import { createHash } from 'node:crypto'

const BYTES = 32

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

export const sealed = (bytes: Uint8Array): Buffer => Buffer.concat([hashOf(bytes), bytes])

/** @returns undefined if the file was changed after it was written */
export const unsealed = (file: Buffer): Buffer | undefined => {
  const bytes = file.subarray(BYTES)
  return hashOf(bytes).equals(file.subarray(0, BYTES)) ? bytes : undefined
}
