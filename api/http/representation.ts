// From a handler's reply to the answer that is sent: as it is, compressed, or 304 because the client has it already.
import type { Compressor } from './compressor.ts'
import { encodingOf, isCompressible } from './encoding.ts'
import { encodedEtag, etagOf, matchedEtag, versionEtag } from './etag.ts'
import { bytesOf, type CacheRule, type Reply, Versioned } from './reply.ts'
import { JSON_TYPE, type Route } from './route.ts'

export interface Answer {
  readonly status: number
  /** Empty for none. */
  readonly contentType: string
  readonly cache: CacheRule
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

/** What of a request decides in which form it is answered. */
export interface Preferences {
  /** Path and query. */
  readonly url: string
  readonly ifNoneMatch: string
  /** Empty for a HEAD request: nothing is compressed only to be measured. */
  readonly acceptEncoding: string
}

const NO_HEADERS: Readonly<Record<string, string>> = {}

/** The answer; a promise while it is compressed. */
export const answerOf = (
  route: Route,
  { status, body, extra }: Reply,
  { url, ifNoneMatch, acceptEncoding }: Preferences,
  compressor: Compressor,
): Answer | Promise<Answer> => {
  const { cache = route.cache, headers = NO_HEADERS } = extra
  const contentType = extra.contentType ?? route.responses[status]?.contentType ?? JSON_TYPE
  const isTagged = status === 200 && route.etag === true
  const version = isTagged && body instanceof Versioned ? body.version : undefined
  // `*` matches whatever there is, so there must be something.
  const mustBeMade = version === undefined || ifNoneMatch.trim() === '*'
  const made = mustBeMade ? bytesOf(body, contentType === JSON_TYPE) : undefined
  const etag = version !== undefined ? versionEtag(version) : isTagged && made ? etagOf(made) : undefined
  const answer = { status, contentType, cache, headers }
  const known = etag && matchedEtag(ifNoneMatch, etag)
  if (known !== undefined)
    return { ...answer, status: 304, contentType: '', headers: { ...headers, ETag: known }, body: undefined }

  const encoding = isCompressible(contentType) ? encodingOf(acceptEncoding) : undefined
  const encoded = (compressed: Buffer): Answer => ({
    ...answer,
    headers: {
      ...headers,
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      ...(etag === undefined ? {} : { ETag: encodedEtag(etag, encoding) }),
    },
    body: compressed,
  })
  const key = etag && encoding && `${encoding} ${version === undefined ? '' : url} ${etag}`
  const kept = key && compressor.kept(key)
  if (kept) return encoded(kept)
  const bytes = made ?? bytesOf(body, contentType === JSON_TYPE)
  const compressing = encoding && compressor.start(bytes, encoding, key)
  if (compressing) return compressing.then(encoded)
  return { ...answer, headers: etag === undefined ? headers : { ...headers, ETag: etag }, body: bytes }
}
