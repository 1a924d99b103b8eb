// WebSockets beside the routes, on the same port. Every component mounts its socket with this file, which accepts or refuses connections,
// pings them, and limits their control frames and unread bytes. The component handles only the messages.

import { STATUS_CODES } from 'node:http'
import type { ApiError } from '../../../schema/errors.ts'
import { type BucketRate, takenFrom } from '../../../schema/platform/token-bucket.ts'
import type { RateClass } from '../limits/rate-limits.ts'
import type { SocketShares } from '../limits/socket-shares.ts'
import type { HttpResponse, TemplatedApp, WebSocket, WebSocketBehavior } from '../native-server.ts'
import { MIB } from './body.ts'
import { type Client, type Clients, peerOf } from './client-address.ts'
import { apiErrorOf, errorHeaders, errorJson } from './errors.ts'
import { slashed } from './path.ts'

interface SocketServices {
  readonly clients: Clients
  /** Counts a client's request. @throws {ApiError} RATE_LIMITED */
  consume(rate: RateClass, client: Client): void
  readonly shares: SocketShares
  upgraded(): void
}

export interface SocketRoute {
  readonly path: string
  mount(app: TemplatedApp, services: SocketServices): void
  /** Called when the server stops. */
  close(): void
  /** Returns a copy under a path prefix. */
  under(prefix: string): SocketRoute
}

interface SocketOptions<UserData> {
  /** Several paths may share one kind. */
  readonly kind: string
  /** Maximum number of connections of a client that is not on this machine. */
  readonly share: number
  readonly userDataOf: (client: Client) => UserData
  /** Must include `maxPayloadLength` and `maxBackpressure`. */
  readonly behavior: (services: SocketServices) => Omit<WebSocketBehavior<Entered<UserData>>, 'upgrade'>
  readonly onRefused?: () => void
  /** Ends the connections with a reason. The server cuts the rest a moment later. */
  readonly close?: () => void
}

/** Unread bytes of all clients, above which a client whose bytes grow is disconnected. */
const MOST_UNREAD = 64 * MIB

/** Ping and pong frames: 20 a second, in bursts of up to 60. The library replies to pings, and the client need not read the replies. */
const CONTROLS: BucketRate = { interval: 50, burst: 60 }

/** A client without a frame for this time is disconnected. The library pings it 16 s earlier. Proxies wait for 60 s or more. */
const IDLE_S = 36

type Entered<UserData> = UserData & {
  readonly leave: () => void
  /** Unread bytes as last counted. */
  unread: number
  controlsFullAt: number
}

/** The library's `send`: the message is sent, or it is dropped. */
const [SENT, DROPPED] = [1, 2]

const refuse = (response: HttpResponse, error: ApiError): void => {
  response.cork(() => {
    response.writeStatus(`${error.status} ${STATUS_CODES[error.status]}`)
    response.writeHeader('Content-Type', 'application/json; charset=utf-8')
    for (const [name, value] of Object.entries(errorHeaders(error))) response.writeHeader(name, value)
    response.end(errorJson(error), true)
  })
}

export const socketRoute = <UserData extends object>(
  path: string,
  options: SocketOptions<UserData>,
): SocketRoute => ({
  path,
  close: options.close ?? (() => {}),
  under: (prefix) => socketRoute(prefix + path, options),
  mount: (app, services) => {
    type Socket = WebSocket<Entered<UserData>>
    const { kind, share, userDataOf, onRefused } = options
    const behavior = options.behavior(services)
    const { shares } = services
    /** @returns whether the client was disconnected */
    const count = (socket: Socket, mayEnd: boolean, bytes = socket.getBufferedAmount()): boolean => {
      const user = socket.getUserData()
      shares.unread += bytes - user.unread
      user.unread = bytes
      const isOver = mayEnd && bytes > 0 && shares.unread > MOST_UNREAD
      if (isOver) socket.close()
      return isOver
    }
    const onControl = (handle: 'ping' | 'pong') => (socket: Socket, message: ArrayBuffer) => {
      const user = socket.getUserData()
      const { fullAt, wait } = takenFrom(user.controlsFullAt, performance.now(), CONTROLS)
      user.controlsFullAt = fullAt
      if (wait > 0) socket.end(1008, 'too many pings')
      else if (!count(socket, true)) behavior[handle]?.(socket, message)
    }
    const native: WebSocketBehavior<Entered<UserData>> = {
      idleTimeout: IDLE_S,
      ...behavior,
      open: (socket) => {
        const send = socket.send.bind(socket)
        socket.send = (...message) => {
          const result = send(...message)
          return result !== SENT && count(socket, true) ? DROPPED : result
        }
        behavior.open?.(socket)
      },
      ping: onControl('ping'),
      pong: onControl('pong'),
      drain: (socket) => {
        count(socket, false)
        behavior.drain?.(socket)
      },
      upgrade: (response, request, context) => {
        const client = services.clients.of(peerOf(response), services.clients.forwardedFor(request, response))
        let leave: () => void
        try {
          leave = shares.enter(kind, share, client)
        } catch (error) {
          onRefused?.()
          refuse(response, apiErrorOf(error))
          return
        }
        response.upgrade<Entered<UserData>>(
          { ...userDataOf(client), leave, unread: 0, controlsFullAt: 0 },
          request.getHeader('sec-websocket-key'),
          '',
          request.getHeader('sec-websocket-extensions'),
          context,
        )
        services.upgraded()
      },
      close: (socket, code, message) => {
        socket.getUserData().leave()
        count(socket, false, 0)
        behavior.close?.(socket, code, message)
      },
    }
    for (const pattern of slashed(path)) app.ws<Entered<UserData>>(pattern, native)
  },
})
