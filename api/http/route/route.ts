// A route declares its request, responses, caching and handler once. Checks, static types, headers, limits and the OpenAPI document are
// derived from this declaration.
import type { StaticDecode, TObject } from '@sinclair/typebox'
import type { TokenOf } from '../../../schema/codecs/asset-text.ts'
import type { ApiCause } from '../../../schema/errors.ts'
import { percentDecoded, queryReaderOf, textsReaderOf } from '../check/validation.ts'
import type { RateClass } from '../limits/rate-limits.ts'
import type { BodySpec } from './body.ts'
import type { Client } from './client-address.ts'
import type { ErrorCode, ErrorForm } from './errors.ts'
import { checkPath, parameterNames } from './path.ts'
import { type ModelVersions, modelsOf, type Reads, stateOf } from './reads.ts'
import { type CacheRule, type Reply, type ReplyFunction, type ResponseSpecs, reply } from './reply.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Checked by the route's schemas. */
export interface ApiRequest<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Header extends string = string,
> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Keys are lower-case names of declared headers. Empty if the request lacks the header. */
  readonly headers: Readonly<Record<Header, string>>
  /** The response's `X-Request-ID`, for log lines. Made on first use. */
  readonly id: string
  /** A proxy that does not name its client counts as the client. */
  readonly client: Client
  /** Aborts if the client disconnects before its response. Made on first use, because that takes as long as a small response. */
  readonly signal: AbortSignal
}

type Fields = Readonly<Record<string, unknown>>

/** May determine the state of the response. */
export type StateOf<Params = Fields, Query = Fields, Body = unknown> = Pick<
  ApiRequest<Params, Query, Body>,
  'params' | 'query' | 'body'
>

type Eventually<T> = T | Promise<T>

interface RouteBase {
  /** Without a final slash, which requests may have. A parameter is a whole segment: `/tokens/{token}`. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly responses: ResponseSpecs
  /** Cause of unexpected errors; SERVER_ERROR if not given. */
  readonly unexpected?: ApiCause
  /** Called before the error becomes a response. */
  failure?(error: unknown): unknown
  /** For another service's interface; `{"cause","message"}` if not given. */
  readonly errorForm?: ErrorForm
  /** Has another media type, for clients whose `Accept` prefers it. The states of the two routes must differ. */
  readonly other?: Route
  /** Headers of the request, besides `Accept-Encoding`, on which a 200 and its 304 depend. */
  readonly vary?: string
  /** False if the handler checks `If-None-Match` itself, with its own ETags. */
  readonly hasEtag?: boolean
  /** The OpenAPI document leaves the route out, because its interface is documented elsewhere. */
  readonly isForeign?: boolean
  /** Values of `X-Error-Code`. Errors of other causes have their cause's code. */
  readonly codes?: readonly ErrorCode[]
}

interface RouteSpec<P extends TObject, Q extends TObject, B, H extends string, R extends ResponseSpecs>
  extends RouteBase {
  /** Strings, integers, enumerations. */
  readonly params?: P
  /** Strings, integers, enumerations. A request may leave out a field with a `default`. */
  readonly query?: Q
  /** A route with a body is a POST, any other a GET. */
  readonly body?: BodySpec<B>
  /** `no-store` for a POST and `no-cache` for a GET, if not given. */
  readonly cache?: CacheRule
  /** Rate limit of the requests; that of reads if not given. */
  readonly rate?: RateClass | 'none'
  /** In lower case. The handler reads these headers, and the document does not list them. */
  readonly headers?: readonly H[]
  readonly responses: R
  /** Thrown by the handler. `route` adds the causes of an invalid request. */
  readonly errors?: readonly ApiCause[]
  /**
   * Undefined if the route does not read the models. With rows, the route responds only while the models can be read and are near the
   * node's tip. While one of these models is rebuilt, the response names the last block of its old version.
   */
  readonly reads?: Reads<StateOf<StaticDecode<P>, StaticDecode<Q>, B>>
  /** False if the same rows can give different responses. Then no response is cached. */
  readonly isCached?: boolean
  /**
   * State besides these rows, as a text of `A-Za-z0-9._-`. If a request's response differs, its rows or this text must differ too. The
   * response is cached until then. For a GET, the state is also the strong ETag. It is computed for every request, before the handler runs.
   */
  state?(request: StateOf<StaticDecode<P>, StaticDecode<Q>, B>): string
  /** For a 200 response, instead of `cache`. May change only with the state. */
  cacheOf?(request: StateOf<StaticDecode<P>, StaticDecode<Q>, B>): CacheRule
  handle(
    request: ApiRequest<StaticDecode<P>, StaticDecode<Q>, B, H>,
    reply: ReplyFunction<R>,
  ): Eventually<Reply>
}

/** Not checked yet. */
export interface RawRequest {
  readonly id: string
  readonly client: Client
  readonly signal: AbortSignal
  /** Undefined if there are no models. */
  readonly tokenOf: TokenOf | undefined
  /** Percent-encoded. */
  readonly pathTexts: readonly string[]
  /** Without `?`, percent-encoded. */
  readonly queryText: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Route extends RouteBase {
  /** A GET also serves HEAD. */
  readonly method: 'GET' | 'POST'
  readonly cache: CacheRule
  /** Undefined for no limit. */
  readonly rate: RateClass | undefined
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: BodySpec
  readonly headers: readonly string[]
  readonly errors: readonly ApiCause[]
  /** @throws {ApiError} INVALID_PARAMS */
  check(request: RawRequest): ApiRequest<Fields, Fields>
  /** Undefined if the route reads none. */
  readonly models: readonly string[] | undefined
  /**
   * Undefined for a route without states.
   * @throws the errors that the handler would throw
   */
  readonly state: ((request: StateOf, versions: ModelVersions) => string) | undefined
  readonly cacheOf: (request: StateOf) => CacheRule
  /** @throws the errors of the handler */
  handle(request: ApiRequest<Fields, Fields>): Eventually<Reply>
}

type NoFields = TObject<Record<never, never>>

/** @throws {TypeError} if the path or a schema is invalid */
export function route<
  R extends ResponseSpecs,
  P extends TObject = NoFields,
  Q extends TObject = NoFields,
  B = undefined,
  H extends string = never,
>(spec: RouteSpec<P, Q, B, H, R>): Route
export function route(spec: RouteSpec<TObject, TObject, unknown, string, ResponseSpecs>): Route {
  checkPath(spec.path, spec.params)
  const readParams = spec.params === undefined ? () => NOTHING : paramsReaderOf(spec.path, spec.params)
  const readQuery = spec.query === undefined ? () => NOTHING : queryReaderOf(spec.query)
  const { body, cache = body === undefined ? 'no-cache' : 'no-store', rate = 'read' } = spec
  return {
    ...spec,
    method: body === undefined ? 'GET' : 'POST',
    cache,
    rate: rate === 'none' ? undefined : rate,
    headers: spec.headers ?? [],
    errors: causesOf(spec),
    check: (raw) =>
      new CheckedRequest(raw, readParams(raw.pathTexts, raw.tokenOf), readQuery(raw.queryText, raw.tokenOf)),
    models: spec.reads && modelsOf(spec.reads),
    state: wholeState(spec),
    cacheOf: spec.cacheOf ?? (() => cache),
    handle: (request) => spec.handle(request, reply),
  }
}

const NOTHING: Fields = {}

/** The state of the rows, followed by the route's own text. */
const wholeState = ({
  reads,
  isCached = true,
  state,
}: RouteSpec<TObject, TObject, unknown, string, ResponseSpecs>): Route['state'] => {
  if (!isCached) return undefined
  if (reads === undefined) return state
  const ofRows = stateOf<StateOf>(reads)
  return state === undefined
    ? (request, versions) => ofRows(versions, request)
    : (request, versions) => `${ofRows(versions, request)}.${state(request)}`
}

const paramsReaderOf = (path: string, schema: TObject) => {
  const names = parameterNames(path)
  const read = textsReaderOf(schema, 'path parameter')
  return (texts: readonly string[], tokenOf?: TokenOf) =>
    // No parameter's schema accepts malformed percent-encoding.
    read(
      names.map((name, at) => [name, percentDecoded(texts[at] ?? '') ?? '%'] as const),
      tokenOf,
    )
}

/** Closures for rarely used members would cost time in every request. */
class CheckedRequest implements ApiRequest<Fields, Fields> {
  readonly #raw: RawRequest
  readonly params: Fields
  readonly query: Fields

  constructor(raw: RawRequest, params: Fields, query: Fields) {
    this.#raw = raw
    this.params = params
    this.query = query
  }

  get body(): unknown {
    return this.#raw.body
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#raw.headers
  }

  get id(): string {
    return this.#raw.id
  }

  get client(): Client {
    return this.#raw.client
  }

  get signal(): AbortSignal {
    return this.#raw.signal
  }
}

const causesOf = (spec: RouteSpec<TObject, TObject, unknown, string, ResponseSpecs>): ApiCause[] => {
  const { params, query, body, rate, reads, errors = [] } = spec
  const takesInput = params !== undefined || query !== undefined || body !== undefined
  return [
    ...new Set<ApiCause>([
      ...(takesInput ? ['INVALID_PARAMS' as const] : []),
      ...(body === undefined ? [] : ['REQUEST_TIMEOUT' as const, body.tooLarge]),
      ...(rate === 'none' ? [] : ['RATE_LIMITED' as const]),
      ...errors,
      spec.unexpected ?? 'SERVER_ERROR',
      ...(reads !== undefined || body !== undefined ? ['SERVICE_UNAVAILABLE' as const] : []),
    ]),
  ]
}
