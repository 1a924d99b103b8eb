// Responses of a handler: `reply(status, body)`. The types only accept a status that the route declares, with a body of its schema. Bytes
// must be wrapped in `Prepared`, so they are not serialised as JSON by mistake.
import type { Static, TSchema } from '@sinclair/typebox'
import type { Streamed } from './streamed.ts'

/** Errors are never stored, whatever the route says. */
export type CacheRule =
  | 'no-store'
  | 'no-cache'
  | `public, max-age=${number}`
  | `public, max-age=${number}, immutable`

export interface ResponseSpec {
  readonly schema: TSchema
  readonly description: string
  /** JSON if not given. */
  readonly contentType?: string
  readonly example?: unknown
  /** Shown in the OpenAPI document. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: TSchema }>>
}
export type ResponseSpecs = Readonly<Record<number, ResponseSpec>>

/** The bytes must not change, because they are sent while the client reads. Only tests check them against the schema. */
export class Prepared {
  readonly bytes: Buffer

  /** @param body text is sent as UTF-8 */
  constructor(body: Buffer | string) {
    this.bytes = typeof body === 'string' ? Buffer.from(body) : body
  }
}

/** The memory may be overwritten after the handler's turn. What is unsent then is copied. */
export class Borrowed extends Prepared {}

export interface ReplyExtra {
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the declared media type. */
  readonly contentType?: string
}

const NOTHING: ReplyExtra = {}

/** Only `reply` makes a `Reply`. */
export class Reply {
  /** Never exists. It makes the type nominal. */
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

/** A bigint in a body is a bug. */
export type ReplyFunction<R extends ResponseSpecs> = <S extends keyof R & number>(
  status: S,
  body: Prepared | Streamed | DeepReadonly<Static<R[S]['schema']>>,
  extra?: ReplyExtra,
) => Reply

export const reply = (status: number, body: unknown, extra: ReplyExtra = NOTHING): Reply =>
  new Reply(status, body, extra)

/** JSON is stringified; other types are text. */
export const bytesOf = (body: unknown, isJson: boolean): Buffer => {
  if (body instanceof Prepared) return body.bytes
  return Buffer.from(isJson || typeof body !== 'string' ? JSON.stringify(body) : body)
}
