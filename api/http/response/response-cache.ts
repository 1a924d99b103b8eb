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
const ASKED = 2 ** 20

interface State {
  /** State when the response was made, or before. */
  readonly shown: string
  /** Throws the errors that the route would throw. */
  readonly state: () => string
  /** The ETag; undefined if the response has none. */
  readonly etag: string | undefined
}

interface Held extends Pick<State, 'shown' | 'state'> {
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
  readonly #held: LRUCache<string, Held>
  readonly #asked = new Set<string>()
  #askedCharacters = 0
  readonly #limit: number

  /** @param limit maximum bytes; 0 disables the cache */
  constructor(limit: number) {
    this.#limit = limit
    this.#held = new LRUCache({ maxSize: Math.max(1, limit) })
  }

  get bytes(): number {
    return this.#held.calculatedSize
  }

  /** Undefined if the state has changed. */
  find(request: string): ResponseForms | undefined {
    const held = this.#held.get(request)
    return held !== undefined && held.state() === held.shown ? held.forms : undefined
  }

  /** Caches the response if the request came before. Returns another exchange's forms of this state if these are cached already. */
  hold(request: string, response: WholeResponse, { shown, state, etag }: State): ResponseForms {
    const before = this.#held.get(request)
    if (before?.shown === shown) return before.forms
    if (before === undefined && !this.#cameBefore(request)) return new ResponseForms(response, etag)
    const body = owned(response)
    let size = OVERHEAD + REQUEST_FACTOR * request.length + body.length
    const onEncoded = ({ length }: Buffer): void => {
      size += length
      if (this.#held.get(request) !== held) return
      // The cache reads a value's size only when the value is new.
      this.#held.delete(request)
      this.#held.set(request, held, { size })
    }
    const held: Held = {
      forms: new ResponseForms({ ...response, body, isBorrowed: false }, etag, onEncoded),
      shown,
      state,
    }
    this.#held.set(request, held, { size })
    return held.forms
  }

  #cameBefore(request: string): boolean {
    if (this.#limit === 0) return false
    if (this.#asked.has(request)) return true
    this.#askedCharacters += request.length
    if (this.#askedCharacters > ASKED) {
      this.#asked.clear()
      this.#askedCharacters = request.length
    }
    this.#asked.add(request)
    return false
  }
}
