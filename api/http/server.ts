// The HTTP server: routes on uWebSockets.js. It owns the port and the connections, says what every path answers
// to every method, and ends without cutting off an answer. What happens to one request is in exchange.ts.
import type { BlockList } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ApiError, StartupError } from '../../schema/errors.ts'
import { MIB } from './body.ts'
import { Clients, isLoopback } from './client-address.ts'
import { Compressor, type CompressorLimits } from './compressor.ts'
import { Exchange } from './exchange.ts'
import { HeldAnswers } from './held-answers.ts'
import { InFlight } from './in-flight.ts'
import { listenProblem } from './listen-problem.ts'
import { MemoryBudget } from './memory-budget.ts'
import {
  type HttpRequest,
  type HttpResponse,
  loadNativeServer,
  type NativeServer,
  type TemplatedApp,
  type us_listen_socket,
} from './native-server.ts'
import { nativePattern } from './path.ts'
import { type RateLimitSettings, RateLimits } from './rate-limits.ts'
import { uuidWriter, type WriteRequestId } from './request-id.ts'
import { ResponseHeads } from './response-head.ts'
import type { Route } from './route.ts'
import type { ModelsView, Service } from './service.ts'
import type { SocketRoute } from './sockets.ts'
import { Turn } from './turn.ts'

export interface ServerOptions {
  readonly routes: readonly Route[]
  readonly sockets?: readonly SocketRoute[]
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly log: Logger
  /** The read models that answers come from; looked at once for every request. */
  readonly models?: ModelsView
  /** No limits unless given. Clients on this machine have none. */
  readonly rateLimits?: RateLimitSettings
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: BlockList | undefined
  /** Most bytes that bodies under way hold together. */
  readonly uploadBytes?: number
  /** Most bytes that answers nobody reads hold together. */
  readonly heldBytes?: number
  /** What compressing answers may take at one time. */
  readonly compression?: Partial<CompressorLimits>
  /** Makes the ids of requests that bring none; UUIDs unless given. */
  readonly requestId?: WriteRequestId
  /** Numbers from 0 to below 1. */
  readonly random?: () => number
}

export interface RunningServer {
  readonly port: number
  /**
   * Takes no more connections, lets requests in flight finish for at most `graceMs` milliseconds, then closes
   * every connection.
   */
  close(graceMs?: number): Promise<void>
}

/** How long answers that are already written have to leave before their connections are closed. */
const FLUSH_MS = 100

const DEFAULT_BYTES = 64 * MIB

/**
 * Serves the routes.
 * @throws {StartupError} when the port cannot be had or the native server is missing.
 * @throws {TypeError} when two routes have one method and path.
 */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const native = await loadNativeServer()
  const inFlight = new InFlight()
  const service = serviceOf(options, inFlight)
  const app = native.App()
  for (const socket of options.sockets ?? []) mountSocket(app, service, socket)
  for (const [path, routes] of byPath(options.routes)) {
    mount(app, service, path, routes)
    mount(app, service, `${path}/`, routes)
  }
  app.any('/*', reject(service, unknownPath))
  const socket = await listen(native, app, options)

  const shutDown = async (graceMs: number): Promise<void> => {
    native.us_listen_socket_close(socket)
    service.closing = true
    const left = await inFlight.drained(graceMs)
    if (left > 0)
      options.log.warn({ requests: left }, 'requests were cut off: they took longer than the grace')
    await delay(FLUSH_MS)
    app.close()
  }
  let closed: Promise<void> | undefined
  return {
    port: native.us_socket_local_port(socket),
    close: (graceMs = 10_000) => {
      closed ??= shutDown(graceMs)
      return closed
    },
  }
}

const serviceOf = (options: ServerOptions, inFlight: InFlight): Service => {
  const { log, host, rateLimits, trustedProxies } = options
  // Whoever reaches a loopback address is on this machine.
  const isExempt = isLoopback(host) && trustedProxies === undefined
  return {
    log,
    logsAnswers: log.isLevelEnabled('debug'),
    heads: new ResponseHeads(),
    writeRequestId: options.requestId ?? uuidWriter(),
    models: options.models,
    clients: new Clients(trustedProxies),
    limits:
      rateLimits === undefined || isExempt ? undefined : new RateLimits(rateLimits, () => performance.now()),
    turn: new Turn(),
    uploads: new MemoryBudget(options.uploadBytes ?? DEFAULT_BYTES),
    compressor: new Compressor(options.compression),
    held: new HeldAnswers(options.heldBytes ?? DEFAULT_BYTES),
    random: options.random ?? Math.random,
    inFlight,
    closing: false,
  }
}

const byPath = (routes: readonly Route[]): Map<string, Map<string, Route>> => {
  const paths = new Map<string, Map<string, Route>>()
  for (const route of routes) {
    const path = nativePattern(route.path)
    const methods = paths.get(path) ?? new Map<string, Route>()
    if (methods.has(route.method)) throw new TypeError(`two routes are ${route.method} ${route.path}`)
    paths.set(path, methods.set(route.method, route))
  }
  return paths
}

type Handler = (response: HttpResponse, request: HttpRequest) => void

const mount = (
  app: TemplatedApp,
  service: Service,
  path: string,
  routes: ReadonlyMap<string, Route>,
): void => {
  const serve =
    (route: Route, headOnly: boolean): Handler =>
    (response, request) =>
      new Exchange(service, response, request, headOnly).serve(route, request)
  const get = routes.get('GET')
  const post = routes.get('POST')
  if (get !== undefined) app.get(path, serve(get, false)).head(path, serve(get, true))
  if (post !== undefined) app.post(path, serve(post, false))
  const allow = [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : []), 'OPTIONS'].join(', ')
  app.options(path, (response, request) => new Exchange(service, response, request, false).preflight())
  app.any(
    path,
    reject(service, () => new ApiError('METHOD_NOT_ALLOWED', `This path takes ${allow}`, { Allow: allow })),
  )
}

const mountSocket = (app: TemplatedApp, service: Service, socket: SocketRoute): void => {
  socket.mount(app)
  const refuse = (): ApiError =>
    new ApiError('UPGRADE_REQUIRED', 'This path takes WebSocket connections', { Upgrade: 'websocket' })
  app.any(socket.path, reject(service, refuse))
}

const reject =
  (service: Service, error: () => ApiError): Handler =>
  (response, request) =>
    new Exchange(service, response, request, request.getMethod() === 'head').reject(error())

const unknownPath = (): ApiError =>
  new ApiError('NOT_FOUND', 'Nothing is served at this path; GET /v1/docs/openapi lists what is')

const listen = async (
  native: NativeServer,
  app: TemplatedApp,
  { host, port }: ServerOptions,
): Promise<us_listen_socket> => {
  // By default a second server on the port would share its connections in silence.
  const socket = await new Promise<us_listen_socket | false>((resolve) => {
    app.listen(host, port, native.LIBUS_LISTEN_EXCLUSIVE_PORT, resolve)
  })
  if (socket !== false) return socket
  app.close()
  const problem = await listenProblem(host, port, 'PORT')
  throw new StartupError(problem ?? `port ${port} on ${host} was in use: start again`)
}
