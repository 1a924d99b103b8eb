// The HTTP server: routes on uWebSockets.js. It owns the port and the connections, says what every path answers
// to every method, and ends without cutting off an answer. What happens to one request is in exchange.ts.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ApiError, StartupError } from '../../schema/errors.ts'
import type { Point } from '../../schema/primitives.ts'
import { Exchange, type Service } from './exchange.ts'
import { InFlight } from './in-flight.ts'
import {
  type HttpRequest,
  type HttpResponse,
  loadNativeServer,
  type NativeServer,
  type TemplatedApp,
  type us_listen_socket,
} from './native-server.ts'
import { uuidWriter, type WriteRequestId } from './request-id.ts'
import { ResponseHeads } from './response-head.ts'
import type { Route } from './route.ts'

export interface ServerOptions {
  readonly routes: readonly Route[]
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly log: Logger
  /** The point the read models are at; answers carry it. Called for every request, must not throw. */
  readonly indexedPoint?: () => Point | undefined
  /** Makes the ids of requests that bring none; UUIDs unless given. */
  readonly requestId?: WriteRequestId
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

/**
 * Serves the routes.
 * @throws {StartupError} when the port cannot be had or the native server is missing.
 * @throws {TypeError} when two routes have one method and path.
 */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const native = await loadNativeServer()
  const inFlight = new InFlight()
  const service: Service = {
    log: options.log,
    logsAnswers: options.log.isLevelEnabled('debug'),
    heads: new ResponseHeads(),
    writeRequestId: options.requestId ?? uuidWriter(),
    indexedPoint: options.indexedPoint ?? (() => undefined),
    inFlight,
    closing: false,
  }
  const app = native.App()
  for (const [path, routes] of byPath(options.routes)) {
    mount(app, service, path, routes)
    mount(app, service, `${path}/`, routes)
  }
  app.any('/*', (response, request) => new Exchange(service, response, request).fail(unknownPath()))
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

const byPath = (routes: readonly Route[]): Map<string, Map<string, Route>> => {
  const paths = new Map<string, Map<string, Route>>()
  for (const route of routes) {
    const methods = paths.get(route.path) ?? new Map<string, Route>()
    if (methods.has(route.method)) throw new TypeError(`two routes are ${route.method} ${route.path}`)
    paths.set(route.path, methods.set(route.method, route))
  }
  return paths
}

const mount = (
  app: TemplatedApp,
  service: Service,
  path: string,
  routes: ReadonlyMap<string, Route>,
): void => {
  const serve = (route: Route, headOnly: boolean) => (response: HttpResponse, request: HttpRequest) =>
    new Exchange(service, response, request, headOnly).serve(route, request)
  const get = routes.get('GET')
  const post = routes.get('POST')
  if (get !== undefined) app.get(path, serve(get, false)).head(path, serve(get, true))
  if (post !== undefined) app.post(path, serve(post, false))
  const allow = [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : []), 'OPTIONS'].join(', ')
  app.options(path, (response, request) => new Exchange(service, response, request).preflight())
  app.any(path, (response, request) => {
    const headOnly = request.getMethod() === 'head'
    new Exchange(service, response, request, headOnly).fail(
      new ApiError('METHOD_NOT_ALLOWED', `This path takes ${allow}`, { Allow: allow }),
    )
  })
}

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
  throw new StartupError(await whyNot(host, port))
}

/** uWebSockets.js says only that it failed; the reason comes from asking Node for the same address. */
const whyNot = async (host: string, port: number): Promise<string> => {
  const probe = createServer().listen({ host, port, exclusive: true })
  const failure = await once(probe, 'listening').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  )
  probe.close()
  switch (failure?.code) {
    case undefined:
    case 'EADDRINUSE':
      return `port ${port} is in use: stop what listens on it, or set PORT to another one`
    case 'EACCES':
      return `port ${port} needs more rights than this process has: set PORT to one above 1023`
    default:
      return `cannot listen on ${host}:${port} (${failure?.code}): set HOST to an address of this machine`
  }
}
