// A route is one value. What it takes, what it answers, how long that may be cached and what it does are said
// once, here; checks, static types, headers and the OpenAPI document all come from it.
import type { OptionalKind, Static, StaticDecode, TObject, TSchema, TUndefined } from '@sinclair/typebox'
import type { ApiCause } from '../../schema/errors.ts'
import { bodyReaderOf, queryReaderOf } from './validation.ts'

/** The parts of the service a process can serve, and what the document says of them. */
export const COMPONENTS = {
  charts: 'Candlestick and market-cap bars.',
  builder: 'Unsigned transactions: orders, cancels, launches; signing and submission.',
  utxos: 'Unspent outputs of a wallet.',
  vesting: 'Token locks.',
  analytics: 'Holders, balances and the configuration documents.',
  feed: 'Initial states of the live feeds.',
  operations: 'What an operator watches, and this document.',
} as const
export type Component = keyof typeof COMPONENTS

/** `Cache-Control` of an answer. Errors are never stored, whatever the route says. */
export type CacheRule = 'no-store' | 'no-cache' | `public, max-age=${number}`

export const JSON_TYPE = 'application/json; charset=utf-8'

/** One answer a route gives, by status. */
export interface ResponseSpec {
  readonly schema: TSchema
  readonly description: string
  /** JSON unless said otherwise. */
  readonly contentType?: string
  readonly example?: unknown
}
export type ResponseSpecs = Readonly<Record<number, ResponseSpec>>

/** What a handler is given: everything in it has passed the route's schemas. */
export interface ApiRequest<Query = unknown, Body = unknown> {
  readonly query: Query
  readonly body: Body
  /** The `X-Request-ID` of the answer, for log lines. Made when first asked for. */
  readonly id: string
}

/**
 * What a handler answers with. A Buffer or a string is sent as it is; anything else is stringified, and a
 * bigint in it is a bug. Keep a prepared Buffer unchanged once it has been sent.
 */
export interface Reply<Body = unknown> {
  /** 200 unless said otherwise; one of the route's `responses`. */
  readonly status?: number
  readonly body: Buffer | string | Body
  readonly headers?: Readonly<Record<string, string>>
  /** In place of the route's rule. */
  readonly cache?: CacheRule
}

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

type BodyOf<B extends TSchema> = B extends { [OptionalKind]: 'Optional' }
  ? StaticDecode<B> | undefined
  : StaticDecode<B>

type ReplyOf<R extends ResponseSpecs> = Reply<DeepReadonly<Static<R[keyof R & number]['schema']>>>
type Eventually<T> = T | Promise<T>

export interface RouteSpec<Q extends TObject, B extends TSchema, R extends ResponseSpecs> {
  /** A GET is served to HEAD as well. */
  readonly method: 'GET' | 'POST'
  /** Without a trailing slash, which requests may have. */
  readonly path: string
  readonly component: Component
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  /** Strings, integers and enumerations. A field with a `default` may be left out of a request. */
  readonly query?: Q
  /** JSON. With an optional schema the body may be left out. */
  readonly body?: B
  /** Whether a request without `Content-Type: application/json` is refused. */
  readonly requireJsonType?: boolean
  readonly responses: R
  /** Causes the handler throws ApiErrors with; those of checking the request are added by `route`. */
  readonly errors?: readonly ApiCause[]
  readonly cache: CacheRule
  /** Whether 200 answers carry a strong ETag and an up-to-date client gets 304. */
  readonly etag?: boolean
  handle(request: ApiRequest<StaticDecode<Q>, BodyOf<B>>): Eventually<ReplyOf<R>>
}

/** A request before it is checked. */
export interface RawRequest {
  readonly id: string
  /** Without `?`, percent-encoded; empty when there is none. */
  readonly queryText: string
  readonly bodyBytes: Buffer
}

/** A route as the server and the document see it. */
export interface Route extends Omit<RouteSpec<TObject, TSchema, ResponseSpecs>, 'handle' | 'errors'> {
  /** Every cause an error of it can carry. */
  readonly errors: readonly ApiCause[]
  /**
   * Checks the request and hands it to the handler.
   * @throws {ApiError} INVALID_PARAMS, and whatever the handler throws.
   */
  run(request: RawRequest): Eventually<Reply>
}

/**
 * Makes a route.
 * @throws {TypeError} when its path or schemas are not ones a route can have.
 */
export function route<
  R extends ResponseSpecs,
  Q extends TObject = TObject<Record<never, never>>,
  B extends TSchema = TUndefined,
>(spec: RouteSpec<Q, B, R>): Route
export function route(spec: RouteSpec<TObject, TSchema, ResponseSpecs>): Route {
  if (!/^(\/[A-Za-z0-9._-]+)+$/.test(spec.path))
    throw new TypeError(`${spec.path} is not a path a route can have: write segments after slashes`)
  const readQuery = spec.query === undefined ? () => NO_QUERY : queryReaderOf(spec.query)
  const readBody = spec.body === undefined ? () => undefined : bodyReaderOf(spec.body)
  return {
    ...spec,
    errors: causesOf(spec),
    run: (raw) => spec.handle(new CheckedRequest(raw, readQuery(raw.queryText), readBody(raw.bodyBytes))),
  }
}

const NO_QUERY: Readonly<Record<string, unknown>> = {}

/** A class, so that the id is a getter without a closure for every request. */
class CheckedRequest implements ApiRequest {
  constructor(
    private readonly raw: RawRequest,
    readonly query: Readonly<Record<string, unknown>>,
    readonly body: unknown,
  ) {}

  get id(): string {
    return this.raw.id
  }
}

const causesOf = ({ query, body, errors = [] }: RouteSpec<TObject, TSchema, ResponseSpecs>): ApiCause[] => [
  ...new Set<ApiCause>([
    ...(query !== undefined || body !== undefined ? ['INVALID_PARAMS' as const] : []),
    ...(body !== undefined ? ['PAYLOAD_TOO_LARGE' as const] : []),
    ...errors,
    'SERVER_ERROR',
  ]),
]

/** The routes of the chosen components; operations are always served. */
export const routesOf = (routes: readonly Route[], components: readonly Component[]): readonly Route[] =>
  routes.filter(({ component }) => component === 'operations' || components.includes(component))
