// ETags. An ETag identifies one state of a response in one encoding. The state is a text which the route computes before the response, and
// which differs whenever the response may differ. So if the client already has the response, no query is needed.
import { createHash, randomBytes } from 'node:crypto'
import type { Encoding } from '../response/encoding.ts'

/** States that are counters since the start of the process begin with this text, so they differ from the states of other processes. */
export const PROCESS = randomBytes(9).toString('base64url')

const known = new WeakMap<Buffer, string>()

/** The hash of the bytes, computed once per Buffer, which must not be written to afterwards. */
export const contentState = (body: Buffer): string => {
  const state = known.get(body) ?? createHash('sha256').update(body).digest('base64url')
  known.set(body, state)
  return state
}

/** Strong, with quotes. */
export const etagOf = (state: string): string => `"${state}"`

/** A compressed body has other bytes, so it must have another ETag (RFC 9110, 8.8.3.3). */
export const encodedEtag = (etag: string, encoding: Encoding): string => `${etag.slice(0, -1)}-${encoding}"`

/** The ETag that matches, in any encoding; undefined if `If-None-Match` names another state (RFC 9110, 13.1.2). */
export const matchedEtag = (ifNoneMatch: string, etag: string): string | undefined => {
  if (ifNoneMatch === '') return undefined
  // Most clients send the ETag back unchanged.
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return etag
  const candidates = ifNoneMatch.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''))
  return [etag, encodedEtag(etag, 'br'), encodedEtag(etag, 'gzip')].find((own) => candidates.includes(own))
}
