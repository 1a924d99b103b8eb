// Routes over Node's own HTTP server. An indexer has few clients, so it does not need uWebSockets.js, whose binaries take 100 MB. Points,
// ETags, compression and errors are the same as those of the launchpad service.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { invalidInput } from '../api/http/check/validation.ts'
import { listenProblem } from '../api/http/listen-problem.ts'
import { Compressor } from '../api/http/response/compressor.ts'
import { CORS_HEADERS, PREFLIGHT_HEADERS } from '../api/http/response/cors.ts'
import { newResponse } from '../api/http/response/new-response.ts'
import type { OutgoingResponse } from '../api/http/response/representation.ts'
import { isRequestId } from '../api/http/response/request-id.ts'
import { ResponseCache } from '../api/http/response/response-cache.ts'
import { headersOf } from '../api/http/response/response-head.ts'
import { MIB } from '../api/http/route/body.ts'
import { isLoopback } from '../api/http/route/client-address.ts'
import { apiErrorOf, errorHeaders, errorJson } from '../api/http/route/errors.ts'
import { MAX_URL_BYTES } from '../api/http/route/path.ts'
import { JSON_TYPE, type Route } from '../api/http/route/route.ts'
import { checkModels, type ModelsView } from '../api/http/route/service.ts'
import { ApiError, StartupError } from '../schema/errors.ts'
import type { Point } from '../schema/primitives.ts'

interface HttpServerOptions {
  readonly host: string
  /** 0 selects any free port. */
  readonly port: number
  /** GET routes without path parameters. */
  readonly routes: readonly Route[]
  readonly models: ModelsView
  readonly log: Logger
}

export interface HttpServer {
  readonly port: number
  /** Stops listening, waits at most `graceMs` milliseconds for running requests, then closes every connection. */
  close(graceMs?: number): Promise<void>
}

const GRACE_MS = 10_000

const CACHE_BYTES = 64 * MIB

const METHODS = 'GET, HEAD, OPTIONS'

const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '')

const byPath = (routes: readonly Route[]): ReadonlyMap<string, Route> => {
  for (const { method, path, params } of routes)
    if (method !== 'GET' || params !== undefined) throw new TypeError(`${method} ${path} cannot be served`)
  return new Map(routes.map((route) => [route.path, route]))
}

interface Shared {
  readonly responses: ResponseCache
  readonly compressor: Compressor
  /** A server that does not listen closes connections after their response. */
  readonly listens: () => boolean
}

class Call {
  readonly id: string
  readonly #options: HttpServerOptions
  readonly #shared: Shared
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #point: Point | undefined

  constructor(
    options: HttpServerOptions,
    shared: Shared,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    this.#options = options
    this.#shared = shared
    this.#request = request
    this.#response = response
    const given = header(request, 'x-request-id')
    this.id = isRequestId(given) ? given : randomUUID()
  }

  async serve(routes: ReadonlyMap<string, Route>): Promise<void> {
    const url = this.#request.url ?? '/'
    const at = url.indexOf('?')
    const path = at < 0 ? url : url.slice(0, at)
    const route = routes.get(path.length > 1 ? path.replace(/\/$/, '') : path)
    try {
      if (url.length > MAX_URL_BYTES) throw invalidInput(`the URL must be at most ${MAX_URL_BYTES} bytes`)
      if (route === undefined)
        throw new ApiError('NOT_FOUND', 'This path does not exist; GET /openapi.json lists all paths')
      const { method = '' } = this.#request
      if (method === 'OPTIONS') this.#send({ ...EMPTY, headers: PREFLIGHT_HEADERS })
      else if (method !== 'GET' && method !== 'HEAD')
        throw new ApiError('METHOD_NOT_ALLOWED', `Method not allowed: use ${METHODS}`, { Allow: METHODS })
      else this.#send(await this.#answer(route, at < 0 ? '' : url.slice(at + 1)))
    } catch (failure) {
      this.#fail(failure, route)
    }
  }

  #answer(route: Route, queryText: string): OutgoingResponse | Promise<OutgoingResponse> {
    const { models, log } = this.#options
    let unreadable: unknown
    try {
      this.#point = models.refresh()
    } catch (error) {
      unreadable = error
    }
    const closed = new AbortController()
    this.#response.once('close', () => closed.abort())
    const address = this.#request.socket.remoteAddress ?? ''
    const asked = {
      id: this.id,
      client: { address, isLocal: isLoopback(address), isProxied: false },
      signal: closed.signal,
      tokenOf: models.tokenOf,
      pathTexts: [],
      queryText,
      headers: {},
      body: undefined,
      text: `${route.path}?${queryText}`,
      ifNoneMatch: header(this.#request, 'if-none-match'),
      acceptEncoding: this.#request.method === 'HEAD' ? '' : header(this.#request, 'accept-encoding'),
    }
    const call = () => newResponse(route, asked, { ...this.#shared, versions: models.versions })
    if (route.models === undefined) return call()
    checkModels({ log, models }, unreadable, this)
    const { models: names } = route
    return models.inOneState(() => {
      this.#point = models.pointOf(names)
      return call()
    })
  }

  #fail(failure: unknown, route: Route | undefined): void {
    if (this.#response.destroyed) return
    const error = apiErrorOf(failure, route?.unexpected)
    if (error !== failure)
      this.#options.log.error({ err: failure, requestId: this.id, path: route?.path }, 'a request failed')
    const body = Buffer.from(errorJson(error))
    const { status } = error
    this.#send({
      status,
      contentType: JSON_TYPE,
      cache: 'no-store',
      headers: { ...errorHeaders(error) },
      body,
    })
  }

  #send({ status, contentType, cache, headers, body, isBorrowed }: OutgoingResponse): void {
    if (body !== undefined && !Buffer.isBuffer(body)) throw new TypeError('a response cannot be streamed')
    this.#response.shouldKeepAlive = this.#shared.listens()
    this.#response.writeHead(status, {
      ...headersOf({ status, contentType, cache, point: this.#point }),
      ...CORS_HEADERS,
      'X-Request-ID': this.id,
      ...headers,
      ...(body === undefined ? {} : { 'Content-Length': body.length }),
    })
    if (body === undefined || this.#request.method === 'HEAD') this.#response.end()
    // The socket may write the bytes after their memory is reused.
    else this.#response.end(isBorrowed === true ? Buffer.from(body) : body)
  }
}

const EMPTY = { status: 204, contentType: '', cache: 'no-store', body: undefined } as const

const listen = async (server: Server, host: string, port: number): Promise<number> => {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host, port, exclusive: true }, resolve)
    })
  } catch (error) {
    throw new StartupError((await listenProblem(host, port, 'PORT')) ?? String(error))
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

/** @throws {StartupError} if the server cannot listen on the port */
export const startHttpServer = async (options: HttpServerOptions): Promise<HttpServer> => {
  const routes = byPath(options.routes)
  const shared: Shared = {
    responses: new ResponseCache(CACHE_BYTES),
    compressor: new Compressor(),
    listens: () => server.listening,
  }
  const server = createServer((request, response) => {
    void new Call(options, shared, request, response).serve(routes)
  })
  const port = await listen(server, options.host, options.port)
  return {
    port,
    async close(graceMs = GRACE_MS) {
      const patience = new AbortController()
      const ended = new Promise((resolve) => server.close(resolve))
      await Promise.race([ended, delay(graceMs, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
      server.closeAllConnections()
    },
  }
}
