// Answers held ready. The data of an answer have a state (`Route.state`); while the state is the same, the same request is
// answered with the same bytes, and neither its parameters nor the models are read. Requests are told apart by the text that
// came: clients of one page write it alike, and to read it would cost more than the answer. An answer is cached from its second
// request on, so that a client that requests everything once evicts nothing.
import { ByteLru } from '../route/byte-lru.ts'
import { AnswerForms, type WholeAnswer } from './representation.ts'

/** Bytes that an answer takes besides its request and its body, about. */
const OVERHEAD = 1_024

/** Bytes held for each byte of a request: its text, and the values read from it. */
const REQUEST_FACTOR = 3

/** Characters of requests that are remembered as asked for once. */
const ASKED = 2 ** 20

interface State {
  /** State that the answer shows, or an older one. */
  readonly shown: string
  /** Gives the current state; it may throw the route's errors. */
  readonly state: () => string
  /** None for an answer without one. */
  readonly etag: string | undefined
}

interface Held extends Pick<State, 'shown' | 'state'> {
  readonly forms: AnswerForms
}

/** The body, or a copy where it may be written to or is a piece of something larger that would be held with it. */
const owned = ({ body, isBorrowed }: WholeAnswer): Buffer => {
  if (!isBorrowed && body.buffer.byteLength === body.length) return body
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}

export class AnswerCache {
  readonly #held: ByteLru<Held>
  readonly #asked = new Set<string>()
  #askedCharacters = 0

  /** @param limit most bytes; 0 holds nothing. */
  constructor(limit: number) {
    this.#held = new ByteLru(limit)
  }

  get bytes(): number {
    return this.#held.bytes
  }

  /** The answer to a request, if it is held and its state is still the same. */
  find(request: string): AnswerForms | undefined {
    const held = this.#held.get(request)
    return held !== undefined && held.state() === held.shown ? held.forms : undefined
  }

  /**
   * The forms of an answer, which is cached if the request came before; the cached forms if another request made them meanwhile.
   */
  hold(request: string, answer: WholeAnswer, { shown, state, etag }: State): AnswerForms {
    const before = this.#held.get(request)
    if (before?.shown === shown) return before.forms
    if (before === undefined && !this.#cameBefore(request)) return new AnswerForms(answer, etag)
    const body = owned(answer)
    let bytes = OVERHEAD + REQUEST_FACTOR * request.length + body.length
    const onEncoded = ({ length }: Buffer): void => {
      bytes += length
      if (this.#held.get(request) === held) this.#held.set(request, held, bytes)
    }
    const held: Held = {
      forms: new AnswerForms({ ...answer, body, isBorrowed: false }, etag, onEncoded),
      shown,
      state,
    }
    this.#held.set(request, held, bytes)
    return held.forms
  }

  #cameBefore(request: string): boolean {
    if (this.#held.limit === 0) return false
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
