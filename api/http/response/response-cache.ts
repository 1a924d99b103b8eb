// Cache of responses. The data of a response has a state (`Route.state`). While the state is unchanged, the same request gets the same
// bytes, and neither its parameters nor the models are read. The key is the request's unparsed text, since parsing it would take longer
// than sending the response, and all copies of a page write the same text. A response is cached from its second request on, so a client
// that requests everything once displaces nothing.
import { LRUCache } from 'lru-cache'
import { ResponseForms, type WholeResponse } from './representation.ts'

/** Approximate bytes besides request and body. */
const OVERHEAD = 1_024

/** Memory per byte of a request: its text, and the values parsed from it. */
const REQUEST_FACTOR = 3

/** Characters of remembered requests whose responses are not cached yet. A response is cached when its request comes again. */
const SEEN_CHARACTERS = 2 ** 20

interface State {
  /** State when the response was made, or before. */
  readonly shown: string
  /** Throws the errors that the route would throw. */
  readonly state: () => string
  /** The ETag; undefined if the response has none. */
  readonly etag: string | undefined
}

interface Cached extends Pick<State, 'shown' | 'state'> {
  readonly forms: ResponseForms
}

/** Copied if the body may be overwritten or is a slice of a larger buffer. */
const owned = ({ body, isBorrowed }: WholeResponse): Buffer => {
  if (!isBorrowed && body.buffer.byteLength === body.length) return body
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}

export class ResponseCache {
  readonly #cached: LRUCache<string, Cached>
  readonly #seen = new Set<string>()
  #seenCharacters = 0
  readonly #limit: number

  /** @param limit maximum bytes; 0 disables the cache */
  constructor(limit: number) {
    this.#limit = limit
    this.#cached = new LRUCache({ maxSize: Math.max(1, limit) })
  }

  get bytes(): number {
    return this.#cached.calculatedSize
  }

  /** Undefined if the state has changed. */
  find(request: string): ResponseForms | undefined {
    const cached = this.#cached.get(request)
    return cached !== undefined && cached.state() === cached.shown ? cached.forms : undefined
  }

  /** Caches the response if the request came before. Returns another exchange's forms of this state if these are cached already. */
  put(request: string, response: WholeResponse, { shown, state, etag }: State): ResponseForms {
    const before = this.#cached.get(request)
    if (before?.shown === shown) return before.forms
    if (before === undefined && !this.#cameBefore(request)) return new ResponseForms(response, etag)
    const body = owned(response)
    let size = OVERHEAD + REQUEST_FACTOR * request.length + body.length
    const onEncoded = ({ length }: Buffer): void => {
      size += length
      if (this.#cached.get(request) !== cached) return
      // The cache reads a value's size only when the value is new.
      this.#cached.delete(request)
      this.#cached.set(request, cached, { size })
    }
    const cached: Cached = {
      forms: new ResponseForms({ ...response, body, isBorrowed: false }, etag, onEncoded),
      shown,
      state,
    }
    this.#cached.set(request, cached, { size })
    return cached.forms
  }

  #cameBefore(request: string): boolean {
    if (this.#limit === 0) return false
    if (this.#seen.has(request)) return true
    this.#seenCharacters += request.length
    if (this.#seenCharacters > SEEN_CHARACTERS) {
      this.#seen.clear()
      this.#seenCharacters = request.length
    }
    this.#seen.add(request)
    return false
  }
}
