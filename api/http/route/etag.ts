// ETags: each names one state of one response in one encoding. It is computed from the state that the route declares, so that a request
// for a response that the client already has costs no query.
import { createHash, randomBytes } from 'node:crypto'
import type { Encoding } from '../response/encoding.ts'

/**
 * Name of this process. States that count from the start of the process begin with it, so that they differ from the states of
 * another process.
 */
export const PROCESS = randomBytes(9).toString('base64url')

const known = new WeakMap<Buffer, string>()

/** Derives a state from the bytes of a response: their hash, computed once for each Buffer, which must not be written to afterwards. */
export const contentState = (body: Buffer): string => {
  const state = known.get(body) ?? createHash('sha256').update(body).digest('base64url')
  known.set(body, state)
  return state
}

/** The strong ETag of a state, quotes included. */
export const etagOf = (state: string): string => `"${state}"`

/** The ETag of the same state compressed: another body, so another ETag (RFC 9110, 8.8.3.3). */
export const encodedEtag = (etag: string, encoding: Encoding): string => `${etag.slice(0, -1)}-${encoding}"`

/** The ETag of this state, in any encoding, that `If-None-Match` names; undefined if it names none (RFC 9110, 13.1.2). */
export const matchedEtag = (ifNoneMatch: string, etag: string): string | undefined => {
  if (ifNoneMatch === '') return undefined
  // Most clients send the ETag back unchanged.
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return etag
  const candidates = ifNoneMatch.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''))
  return [etag, encodedEtag(etag, 'br'), encodedEtag(etag, 'gzip')].find((own) => candidates.includes(own))
}
