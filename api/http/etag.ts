// Validators: a strong ETag names one state of one answer in one encoding. Where a handler says by a version what its
// answer shows, the ETag is made of that, and an answer the client has is neither read nor made; else it is the hash of
// the body. A prepared Buffer is hashed once, however often it is sent, and so must not be written to afterwards.
import { createHash, randomBytes } from 'node:crypto'
import type { Encoding } from './encoding.ts'

const known = new WeakMap<Buffer, string>()

/** Versions count from the start of the process: those of another process are others. */
const PROCESS = randomBytes(9).toString('base64url')

const hash = (body: Buffer | string): string => `"${createHash('sha256').update(body).digest('base64url')}"`

/** The strong ETag of a body, quotes included. */
export const etagOf = (body: Buffer | string): string => {
  if (typeof body === 'string') return hash(body)
  const etag = known.get(body) ?? hash(body)
  known.set(body, etag)
  return etag
}

/** The strong ETag of what a version stands for; the version is of `A-Za-z0-9._-`. */
export const versionEtag = (version: string): string => `"${PROCESS}.${version}"`

/** The ETag of the same state compressed: another body, so another ETag (RFC 9110, 8.8.3.3). */
export const encodedEtag = (etag: string, encoding: Encoding | undefined): string =>
  encoding === undefined ? etag : `${etag.slice(0, -1)}-${encoding}"`

/**
 * The ETag by which the client has this state, in whatever encoding; undefined when it has not. RFC 9110, 13.1.2: weak
 * comparison, and `*` matches any state.
 */
export const matchedEtag = (ifNoneMatch: string, etag: string): string | undefined => {
  if (ifNoneMatch === '') return undefined
  if (ifNoneMatch.trim() === '*') return etag
  const candidates = ifNoneMatch.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''))
  return [etag, encodedEtag(etag, 'br'), encodedEtag(etag, 'gzip')].find((own) => candidates.includes(own))
}
