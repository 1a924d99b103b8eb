// Validators for answers that seldom change: a strong ETag is the hash of the body. A prepared Buffer is hashed
// once, however often it is sent, and so must not be written to afterwards.
import { createHash } from 'node:crypto'

const known = new WeakMap<Buffer, string>()

const hash = (body: Buffer | string): string => `"${createHash('sha256').update(body).digest('base64url')}"`

/** The strong ETag of a body, quotes included. */
export const etagOf = (body: Buffer | string): string => {
  if (typeof body === 'string') return hash(body)
  const etag = known.get(body) ?? hash(body)
  known.set(body, etag)
  return etag
}

/** Whether an `If-None-Match` header names the ETag: RFC 9110, 13.1.2, weak comparison. */
export const matchesEtag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
