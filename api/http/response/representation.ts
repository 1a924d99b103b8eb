// The forms of a response: uncompressed, compressed, or 304 if the client already has it. Each form is made once for all clients.

import { encodedEtag, matchedEtag } from '../route/etag.ts'
import { Borrowed, bytesOf, type CacheRule, type Reply } from '../route/reply.ts'
import { JSON_TYPE, type Route } from '../route/route.ts'
import { Streamed } from '../route/streamed.ts'
import type { Compressor } from './compressor.ts'
import { type Encoding, encodingOf, isCompressible } from './encoding.ts'

export interface OutgoingResponse {
  readonly status: number
  /** Empty if the response has no body. */
  readonly contentType: string
  readonly cache: CacheRule
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | Streamed | undefined
  /** The body may be overwritten after it was given to the socket. */
  readonly isBorrowed?: boolean
}

export type WholeResponse = OutgoingResponse & { readonly body: Buffer }
type StreamedResponse = OutgoingResponse & { readonly body: Streamed }

export const isStreamed = (response: WholeResponse | StreamedResponse): response is StreamedResponse =>
  response.body instanceof Streamed

/** These headers select the form of a response. */
export interface Preferences {
  /** Empty if the request has none or the route has no ETags. */
  readonly ifNoneMatch: string
  /** Empty for HEAD, because a body is not compressed just to know its length. */
  readonly acceptEncoding: string
}

/** Has no body, whatever a handler replies: a client would read its bytes as the beginning of the next response. */
export const NOT_MODIFIED = 304

const NO_HEADERS: Readonly<Record<string, string>> = {}

const withVary = (headers: Readonly<Record<string, string>>, vary: string | undefined) =>
  vary === undefined ? headers : { ...headers, Vary: vary }

/** @param cache `Cache-Control` of a 200 response */
export const responseOf = (
  route: Route,
  { status, body, extra }: Reply,
  cache: CacheRule,
): WholeResponse | StreamedResponse => {
  const headers = withVary(extra.headers ?? NO_HEADERS, route.vary)
  const contentType = extra.contentType ?? route.responses[status]?.contentType ?? JSON_TYPE
  const rule = status === 200 ? cache : route.cache
  if (body instanceof Streamed) return { status, contentType, cache: rule, headers, body }
  const bytes = bytesOf(body, contentType === JSON_TYPE)
  return { status, contentType, cache: rule, headers, body: bytes, isBorrowed: body instanceof Borrowed }
}

/** @param vary header of the 200 response, which a 304 has too (RFC 9110, 15.4.5) */
export const notModified = (
  cache: CacheRule,
  headers: Readonly<Record<string, string>>,
  vary: string | undefined,
): OutgoingResponse => ({
  status: NOT_MODIFIED,
  contentType: '',
  cache,
  headers: withVary(headers, vary),
  body: undefined,
})

export class ResponseForms {
  readonly #plain: WholeResponse
  readonly #headers: Readonly<Record<string, string>>
  readonly #etag: string | undefined
  readonly #onEncoded: ((body: Buffer) => void) | undefined
  readonly #encoded = new Map<Encoding, OutgoingResponse | Promise<OutgoingResponse>>()

  /**
   * @param response its body must not change while forms are made
   * @param etag undefined if the response has none
   * @param onEncoded called with a compressed body
   */
  constructor(response: WholeResponse, etag: string | undefined, onEncoded?: (body: Buffer) => void) {
    this.#headers = response.headers
    this.#plain =
      etag === undefined ? response : { ...response, headers: { ...response.headers, ETag: etag } }
    this.#etag = etag
    this.#onEncoded = onEncoded
  }

  /** A promise if the form must first be compressed. */
  for(
    { ifNoneMatch, acceptEncoding }: Preferences,
    compressor: Compressor,
  ): OutgoingResponse | Promise<OutgoingResponse> {
    if (ifNoneMatch !== '' && this.#etag !== undefined) {
      const known = matchedEtag(ifNoneMatch, this.#etag)
      if (known !== undefined) return notModified(this.#plain.cache, { ETag: known }, this.#headers.Vary)
    }
    if (acceptEncoding === '' || !isCompressible(this.#plain.contentType)) return this.#plain
    const encoding = encodingOf(acceptEncoding)
    if (encoding === undefined) return this.#plain
    return this.#encoded.get(encoding) ?? this.#encode(encoding, compressor) ?? this.#plain
  }

  #encode(encoding: Encoding, compressor: Compressor): Promise<OutgoingResponse> | undefined {
    const { body, cache } = this.#plain
    const compressing = compressor.start(body, encoding, cache.endsWith('immutable'))
    const encoded = compressing
      ?.then((body): OutgoingResponse => {
        const etag = this.#etag === undefined ? {} : { ETag: encodedEtag(this.#etag, encoding) }
        const response = {
          ...this.#plain,
          headers: { ...this.#headers, 'Content-Encoding': encoding, ...etag },
          body,
          isBorrowed: false,
        }
        this.#encoded.set(encoding, response)
        this.#onEncoded?.(body)
        return response
      })
      .catch((failure) => {
        this.#encoded.delete(encoding)
        throw failure
      })
    if (encoded !== undefined) this.#encoded.set(encoding, encoded)
    return encoded
  }
}
