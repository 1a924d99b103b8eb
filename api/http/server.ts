// The HTTP server: routes on uWebSockets.js. The server opens the port, responds to every path and method, and completes running responses
// before it stops. exchange.ts has the steps of one request.
import type { BlockList } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ApiError, StartupError } from '../../schema/errors.ts'
import { Exchange } from './exchange.ts'
import { framingProblem } from './framing.ts'
import { HttpCounts, type RouteCounts } from './http-counts.ts'
import { Connections } from './limits/connections.ts'
import { InFlight } from './limits/in-flight.ts'
import { LoopTurn } from './limits/loop-turn.ts'
import { MemoryBudget } from './limits/memory-budget.ts'
import { type RateLimitSettings, RateLimits } from './limits/rate-limits.ts'
import { SocketShares } from './limits/socket-shares.ts'
import { listenProblem, type PortSetting } from './listen-problem.ts'
import {
  type HttpRequest,
  type HttpResponse,
  isOlderServer,
  loadNativeServer,
  type NativeServer,
  type TemplatedApp,
  type us_listen_socket,
} from './native-server.ts'
import { Compressor, type CompressorLimits } from './response/compressor.ts'
import { RecycledMemory } from './response/recycled-memory.ts'
import { ResponseCache } from './response/response-cache.ts'
import { ResponseHeads } from './response/response-head.ts'
import { UnsentResponses } from './response/unsent-responses.ts'
import { MIB } from './route/body.ts'
import { Clients, isLoopback } from './route/client-address.ts'
import { nativePattern, slashed } from './route/path.ts'
import { UNCHANGED } from './route/reads.ts'
import type { Route } from './route/route.ts'
import type { ModelsView, Service } from './route/service.ts'
import type { SocketRoute } from './route/sockets.ts'
import { Streams } from './route/streamed.ts'

export interface ServerOptions {
  readonly routes: readonly Route[]
  readonly sockets?: readonly SocketRoute[]
  readonly host: string
  /** 0 selects any free port. */
  readonly port: number
  /** `PORT` if not given. */
  readonly portSetting?: PortSetting
  /** Other processes of this user may listen on the same port. The system then distributes the connections. */
  readonly sharesPort?: boolean
  readonly log: Logger
  /** Refreshed for every request. */
  readonly models?: ModelsView
  /** None if not given. Clients on this machine have none. */
  readonly rateLimits?: RateLimitSettings
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: BlockList | undefined
  /** Unlimited if not given. Also limits other connections. */
  readonly mostSockets?: number
  /** Bytes of all bodies that are arriving. */
  readonly uploadBytes?: number
  /** 0 disables the cache. */
  readonly cacheBytes?: number
  readonly unsentBytes?: number
  readonly compression?: Partial<CompressorLimits>
  /** Pages of any origin may read the responses; true if not given. */
  readonly isForPages?: boolean
  /** 0 to below 1. */
  readonly random?: () => number
}

interface ServerLoad {
  /** Body, handler or response is not finished. */
  readonly inFlight: number
  /** Requests that wait for a later turn of the event loop. */
  readonly waiting: number
  readonly unreadBytes: number
  readonly uploadBytes: number
  readonly cacheBytes: number
}

export interface RunningServer {
  readonly port: number
  readonly counts: HttpCounts
  load(): ServerLoad
  /** Stops listening, waits at most `graceMs` milliseconds for running requests, then closes every connection. */
  close(graceMs?: number): Promise<void>
}

/** Wait in ms for written responses, before their connections are closed. */
const FLUSH_MS = 100

const DEFAULT_BYTES = 64 * MIB

/**
 * @throws {StartupError} if the port cannot be used or the native server is missing
 * @throws {TypeError} if two routes have the same method and path
 */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const native = await loadNativeServer()
  const inFlight = new InFlight()
  const service = serviceOf(options, inFlight)
  const app = native.App()
  const mounts: Mounts = {
    app,
    service,
    preflights: service.counts.route('OPTIONS', ANY_PATH),
    rejected: service.counts.route('any', ANY_PATH),
  }
  const paths = byPath(options.routes)
  if (!isOlderServer()) service.connections.watch(app)
  for (const socket of options.sockets ?? []) mountSocket(mounts, socket, paths.has(socket.path))
  for (const [path, routes] of paths) mount(mounts, path, routes)
  app.any('/*', reject(mounts, unknownPath(options.routes), nearestRoute(options.routes)))
  const socket = await listen(native, app, options)

  const shutDown = async (graceMs: number): Promise<void> => {
    native.us_listen_socket_close(socket)
    service.closing = true
    for (const { close } of options.sockets ?? []) close()
    const left = await inFlight.drained(graceMs)
    if (left > 0)
      options.log.warn(
        { requests: left },
        'shutdown: open requests exceeded the grace period and were aborted',
      )
    await delay(FLUSH_MS)
    app.close()
  }
  let closed: Promise<void> | undefined
  return {
    port: native.us_socket_local_port(socket),
    counts: service.counts,
    load: () => ({
      inFlight: inFlight.size,
      waiting: service.loopTurn.waiting,
      unreadBytes: service.unsent.bytes,
      uploadBytes: service.uploads.used,
      cacheBytes: service.responses.bytes,
    }),
    close: (graceMs = 10_000) => {
      closed ??= shutDown(graceMs)
      return closed
    },
  }
}

const serviceOf = (options: ServerOptions, inFlight: InFlight): Service => {
  const { log, host, rateLimits, trustedProxies, isForPages = true } = options
  const unsent = new UnsentResponses(options.unsentBytes ?? DEFAULT_BYTES)
  // All clients of a server on a loopback address are on this machine.
  const isExempt = isLoopback(host) && trustedProxies === undefined
  const clients = new Clients(
    trustedProxies,
    (proxy) =>
      log.warn(
        `requests come through a proxy at ${proxy} that TRUST_PROXY does not name, so its clients ` +
          `${isLoopback(proxy) ? 'have no limits' : 'share one limit'}: set TRUST_PROXY=${proxy}`,
      ),
    (item) =>
      log.warn(
        { item },
        'X-Forwarded-For of a trusted proxy has something else than an address, so its clients may share one limit',
      ),
  )
  const limits =
    rateLimits === undefined || isExempt ? undefined : new RateLimits(rateLimits, () => performance.now())
  const most = options.mostSockets ?? Number.POSITIVE_INFINITY
  return {
    log,
    logsResponses: log.isLevelEnabled('debug'),
    isForPages,
    heads: new ResponseHeads(isForPages),
    models: options.models,
    versions: options.models?.versions ?? UNCHANGED,
    clients,
    limits,
    connections: new Connections(most, clients, limits),
    sockets: new SocketShares(most),
    loopTurn: new LoopTurn(),
    uploads: new MemoryBudget(options.uploadBytes ?? DEFAULT_BYTES),
    bodyMemory: new RecycledMemory(options.uploadBytes ?? DEFAULT_BYTES),
    responses: new ResponseCache(options.cacheBytes ?? DEFAULT_BYTES),
    compressor: new Compressor(options.compression),
    unsent,
    streams: new Streams(unsent, log),
    counts: new HttpCounts(),
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

/** Also counts requests without a route. */
interface Mounts {
  readonly app: TemplatedApp
  readonly service: Service
  readonly preflights: RouteCounts
  readonly rejected: RouteCounts
}

/** Clients may invent any number of paths, so metrics have one name for all unknown ones. */
const ANY_PATH = '*'

const mount = (mounts: Mounts, path: string, routes: ReadonlyMap<string, Route>): void => {
  const { app, service, preflights } = mounts
  const serve = (route: Route): ((headOnly: boolean) => Handler) => {
    const counts = service.counts.route(route.method, route.path)
    return (headOnly) => exchange(service, counts, (begun, request) => begun.serve(route, request), headOnly)
  }
  const get = routes.get('GET')
  const post = routes.get('POST')
  const serveGet = get && serve(get)
  const servePost = post && serve(post)
  const allow = [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : []), 'OPTIONS'].join(', ')
  const otherMethod = () =>
    new ApiError('METHOD_NOT_ALLOWED', `Method not allowed: use ${allow}`, { Allow: allow })
  for (const pattern of slashed(path)) {
    if (serveGet !== undefined) app.get(pattern, serveGet(false)).head(pattern, serveGet(true))
    if (servePost !== undefined) app.post(pattern, servePost(false))
    app.options(
      pattern,
      exchange(service, preflights, (begun) => begun.preflight()),
    )
    app.any(
      pattern,
      reject(mounts, otherMethod, () => get ?? post),
    )
  }
}

/** @param hasRoutes the path also has routes, which serve other requests */
const mountSocket = (mounts: Mounts, socket: SocketRoute, hasRoutes: boolean): void => {
  const { clients, connections, limits, sockets } = mounts.service
  socket.mount(mounts.app, {
    clients,
    shares: sockets,
    upgraded: () => connections.upgraded(),
    consume: (rate, { address, isLocal }) => (isLocal ? undefined : limits?.consume(rate, address)),
  })
  if (hasRoutes) return
  const refuse = (): ApiError =>
    new ApiError('UPGRADE_REQUIRED', 'Method not allowed: use WebSocket connections', {
      Upgrade: 'websocket',
    })
  for (const pattern of slashed(socket.path)) mounts.app.any(pattern, reject(mounts, refuse))
}

/** @param neighbour its form of errors is used; the server's form if not given */
const reject = (
  { service, rejected }: Mounts,
  error: () => ApiError,
  neighbour?: (url: string) => Route | undefined,
): Handler =>
  exchange(service, rejected, (begun, request) => begun.reject(error(), neighbour?.(request.getUrl())))

/** @param headOnly the response has no body; true for HEAD if not given */
const exchange =
  (
    service: Service,
    counts: RouteCounts,
    work: (begun: Exchange, request: HttpRequest) => void,
    headOnly?: boolean,
  ): Handler =>
  (response, request) => {
    const isHead = headOnly ?? request.getMethod() === 'head'
    const begun = new Exchange(service, response, request, isHead, counts)
    const problem = framingProblem(request)
    if (problem === undefined) work(begun, request)
    else begun.rejectLast(problem)
  }

const unknownPath = (routes: readonly Route[]): (() => ApiError) => {
  const document = routes.find(({ operationId }) => operationId === 'getOpenapi')
  const where = document === undefined ? '' : `; GET ${document.path} lists all paths`
  return () => new ApiError('NOT_FOUND', `This path does not exist${where}`)
}

/** The route that shares the most first segments with the URL; undefined if none shares any. */
const nearestRoute = (routes: readonly Route[]): ((url: string) => Route | undefined) => {
  const paths = routes.map((route) => ({ route, segments: route.path.split('/') }))
  return (url) => {
    const requested = url.split('/', 16)
    let nearest: Route | undefined
    // The first segment is empty: it is before the first slash.
    let most = 1
    for (const { route, segments } of paths) {
      const differs = segments.findIndex((segment, at) => segment !== requested[at])
      const shared = differs < 0 ? segments.length : differs
      if (shared > most) [nearest, most] = [route, shared]
    }
    return nearest
  }
}

/** LIBUS_LISTEN_DEFAULT of uSockets, which the library does not export. */
const SHARED = 0

const listen = async (
  native: NativeServer,
  app: TemplatedApp,
  { host, port, portSetting = 'PORT', sharesPort = false }: ServerOptions,
): Promise<us_listen_socket> => {
  // Without this option, the port would be shared silently.
  const how = sharesPort ? SHARED : native.LIBUS_LISTEN_EXCLUSIVE_PORT
  const socket = await new Promise<us_listen_socket | false>((resolve) => {
    app.listen(host, port, how, resolve)
  })
  if (socket !== false) return socket
  app.close()
  const problem = await listenProblem(host, port, portSetting)
  throw new StartupError(problem ?? `port ${port} on ${host} was in use: start again`)
}
