// Responses of a handler: `reply(status, body)`. The types only accept a status that the route declares, with a body of its schema. Bytes
// must be wrapped in `Prepared`, so they are not serialised as JSON by mistake.
import type { Static, TSchema } from '@sinclair/typebox'
import type { Streamed } from './streamed.ts'

/** `Cache-Control` of a response. Errors are never stored, whatever the route says. */
export type CacheRule =
  | 'no-store'
  | 'no-cache'
  | `public, max-age=${number}`
  | `public, max-age=${number}, immutable`

export interface ResponseSpec {
  readonly schema: TSchema
  readonly description: string
  /** Media type; by default JSON. */
  readonly contentType?: string
  readonly example?: unknown
  /** Further headers of this response, for the document. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: TSchema }>>
}
export type ResponseSpecs = Readonly<Record<number, ResponseSpec>>

/**
 * A body in bytes. The bytes must not change afterwards, since they are sent while the client reads. Only tests check the bytes against the
 * schema.
 */
export class Prepared {
  readonly bytes: Buffer

  /** @param body bytes, or text to send as UTF-8 */
  constructor(body: Buffer | string) {
    this.bytes = typeof body === 'string' ? Buffer.from(body) : body
  }
}

/** A prepared body in memory that may be overwritten after the handler's turn. The part that is unsent at the end of the turn is copied. */
export class Borrowed extends Prepared {}

export interface ReplyExtra {
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the media type that the route declares for this status. */
  readonly contentType?: string
}

const NOTHING: ReplyExtra = {}

/** A response. Only `reply` makes a `Reply`. */
export class Reply {
  /** This member never exists. It makes the type nominal. */
  declare private readonly made: never
  readonly status: number
  readonly body: unknown
  readonly extra: ReplyExtra

  constructor(status: number, body: unknown, extra: ReplyExtra) {
    this.status = status
    this.body = body
    this.extra = extra
  }
}

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

/** Type of `reply` in the handler of a route with these responses. A bigint in a body is a bug. */
export type ReplyFunction<R extends ResponseSpecs> = <S extends keyof R & number>(
  status: S,
  body: Prepared | Streamed | DeepReadonly<Static<R[S]['schema']>>,
  extra?: ReplyExtra,
) => Reply

export const reply = (status: number, body: unknown, extra: ReplyExtra = NOTHING): Reply =>
  new Reply(status, body, extra)

/** The bytes of a reply's body. JSON is stringified; other types are text. */
export const bytesOf = (body: unknown, isJson: boolean): Buffer => {
  if (body instanceof Prepared) return body.bytes
  return Buffer.from(isJson || typeof body !== 'string' ? JSON.stringify(body) : body)
}
