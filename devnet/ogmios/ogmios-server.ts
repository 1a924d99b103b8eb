// Serves a chain in memory like a node's Ogmios on one port: over a WebSocket, and over HTTP for single requests and /health. An indexer
// cannot distinguish this server from a node. It serves recorded chains, generated chains and the devnet. The chain may grow and fork while
// it is served.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { StartupError } from '../../schema/errors.ts'
import { authority } from '../../schema/platform/print-url.ts'
import type { Network } from '../../schema/primitives.ts'
import type { Chain } from '../chain/chain.ts'
import { networkStart } from '../chain/network-time.ts'
import { Faults } from './faults.ts'
import { health } from './health.ts'
import { type ConnectionMethods, chainMethods } from './methods.ts'
import { overHttp } from './over-http.ts'
import { placeJson } from './replies.ts'
import { Session, type SessionContext } from './session.ts'

export interface OgmiosServerOptions {
  readonly chain: Chain
  /** The network in /health; by default devnet. */
  readonly network?: Network
  /** 127.0.0.1 if not given. */
  readonly host?: string
  /** Any free port if 0 or not given. */
  readonly port?: number
  /** Returns Unix milliseconds. */
  readonly clock?: () => number
  /** Interval in ms between WebSocket pings; default 30,000. */
  readonly pingInterval?: number
  /** Slot 0 in Unix milliseconds. Defaults to the network's own start; on the devnet, to the server's start. */
  readonly networkStart?: number
  /** Replace the chain's methods of the same names. */
  readonly methods?: ConnectionMethods
}

export interface OgmiosServer {
  readonly port: number
  /** `ws://host:port`. HTTP has the same host and port. */
  readonly url: string
  readonly faults: Faults
  close(): Promise<void>
}

const portOf = (address: AddressInfo | string | null): number => {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

const httpServer = (url: () => string, healthNow: () => ReturnType<typeof health>): Server => {
  const http = createServer((request, response) => {
    const [path] = (request.url ?? '/').split('?')
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (path === '/' && request.method === 'POST')
      overHttp(request, response, url()).then(
        ({ status, body }) =>
          response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(body),
        () => response.destroy(),
      )
    else if (request.method === 'OPTIONS') response.writeHead(200).end()
    else if (path === '/' && request.method !== 'GET') response.writeHead(406).end()
    else if (path !== '/health') response.writeHead(404).end()
    else if (request.method !== 'GET') response.writeHead(406).end()
    else {
      const { status, body } = healthNow()
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
    }
  })
  // A connection may fail, for example because too many files are open. `listen` itself reports a port that cannot be used.
  http.on('error', () => {})
  return http
}

const listen = (http: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const refused = (error: Error): void =>
      reject(
        new StartupError(
          `Cannot listen on ${host} port ${port}: ${error.message}; choose another port or host`,
        ),
      )
    http.once('error', refused)
    http.listen(port, host, () => {
      http.removeListener('error', refused)
      resolve()
    })
  })

/** @returns a function that ends the notifications */
const tellSessions = (chain: Chain, sessions: ReadonlySet<Session>, tipMoved: () => void): (() => void) => {
  const forward = (): void => {
    tipMoved()
    for (const session of sessions) session.wake()
  }
  const backward = (index: number): void => {
    for (const session of sessions) session.rolledBack(index)
    forward()
  }
  chain.on('forward', forward)
  chain.on('backward', backward)
  return () => {
    chain.off('forward', forward)
    chain.off('backward', backward)
  }
}

/**
 * The caller may append and roll back blocks; clients are told.
 * @throws {StartupError} if the server cannot listen on the address
 */
export const startOgmiosServer = async (options: OgmiosServerOptions): Promise<OgmiosServer> => {
  const { chain, network = 'devnet', host = '127.0.0.1', clock = Date.now, pingInterval = 30_000 } = options
  const startedAt = clock()
  const sessions = new Set<Session>()
  let tipChangedAt = startedAt
  let totalConnections = 0
  let tipJson = placeJson(chain.tip)
  const http = httpServer(
    () => url,
    () => {
      const activeConnections = sessions.size
      const facts = { network, startedAt, tipChangedAt, activeConnections, totalConnections }
      return health(chain, facts, faults.health)
    },
  )
  await listen(http, host, options.port ?? 0)
  const port = portOf(http.address())
  const url = `ws://${authority(host, port)}`

  const faults = new Faults({
    chain,
    sessions,
    stopListening: () => void http.close(),
    listenAgain: () => listen(http, host, port),
  })
  const ofChain = chainMethods(chain, options.networkStart ?? networkStart(network) ?? startedAt)
  const context: SessionContext = {
    chain,
    methods: (closed) => [...(options.methods?.(closed) ?? []), ofChain],
    faults,
    tip: () => tipJson,
  }
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, autoPong: false })
  http.on('upgrade', (request, connection, head) => {
    webSockets.handleUpgrade(request, connection, head, (socket) => {
      const session = new Session(socket, connection, context)
      totalConnections += 1
      sessions.add(session)
      socket.on('close', () => sessions.delete(session))
    })
  })
  const endTelling = tellSessions(chain, sessions, () => {
    tipChangedAt = clock()
    tipJson = placeJson(chain.tip)
  })
  const pings = setInterval(() => {
    for (const session of sessions) session.ping()
  }, pingInterval)

  const close = async (): Promise<void> => {
    clearInterval(pings)
    endTelling()
    for (const session of sessions) session.drop()
    http.closeAllConnections()
    if (http.listening) await new Promise((resolve) => http.close(resolve))
  }

  return { port, url, faults, close }
}
