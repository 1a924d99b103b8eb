// Answers of a handler: `reply(status, body)`. Status and body belong together: the types take only a status the route declares,
// with a body of that status' schema. Bytes are sent as they are only when they are `Prepared`, so that nothing is taken for JSON
// by accident.
import type { Static, TSchema } from '@sinclair/typebox'
import type { Streamed } from './streamed.ts'

/** `Cache-Control` of an answer. Errors are never stored, whatever the route says. */
export type CacheRule =
  | 'no-store'
  | 'no-cache'
  | `public, max-age=${number}`
  | `public, max-age=${number}, immutable`

/** One answer a route gives, by status. */
export interface ResponseSpec {
  readonly schema: TSchema
  readonly description: string
  /** JSON unless said otherwise. */
  readonly contentType?: string
  readonly example?: unknown
  /** Headers of this answer beside those of all, as the document has them. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: TSchema }>>
}
export type ResponseSpecs = Readonly<Record<number, ResponseSpec>>

/**
 * A body that is bytes already. They must be what the route's schema describes, which only a test can hold them to.
 * They are sent as their client reads, and so must not be written to afterwards.
 */
export class Prepared {
  readonly bytes: Buffer

  /** @param body bytes, or text that is sent as UTF-8 */
  constructor(body: Buffer | string) {
    this.bytes = typeof body === 'string' ? Buffer.from(body) : body
  }
}

/** Prepared body in memory that may be overwritten after the handler's turn; the part that is not sent by then is copied. */
export class Borrowed extends Prepared {}

export interface ReplyExtra {
  readonly headers?: Readonly<Record<string, string>>
  /** In place of the one that the route declares for this status. */
  readonly contentType?: string
}

const NOTHING: ReplyExtra = {}

/** An answer. Only `reply` makes one. */
export class Reply {
  /** Never present: what keeps an object that looks alike from being one. */
  declare private readonly made: never

  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly extra: ReplyExtra,
  ) {}
}

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

/** `reply` as the handler of a route with these responses gets it. A bigint in a body is a bug. */
export type ReplyFunction<R extends ResponseSpecs> = <S extends keyof R & number>(
  status: S,
  body: Prepared | Streamed | DeepReadonly<Static<R[S]['schema']>>,
  extra?: ReplyExtra,
) => Reply

export const reply = (status: number, body: unknown, extra: ReplyExtra = NOTHING): Reply =>
  new Reply(status, body, extra)

/** The bytes of a reply's body: of JSON stringified, of another type the text itself. */
export const bytesOf = (body: unknown, isJson: boolean): Buffer => {
  if (body instanceof Prepared) return body.bytes
  return Buffer.from(isJson || typeof body !== 'string' ? JSON.stringify(body) : body)
}
