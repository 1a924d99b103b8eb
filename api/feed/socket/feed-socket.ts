// The feed's WebSocket on uWebSockets.js, and nothing but that: who may connect, and what the library says of a socket,
// handed to its connection.
import type { Logger } from 'pino'
import { CLOSE_CODES } from '../../../schema/answers/feed.ts'
import { ApiError } from '../../../schema/errors.ts'
import type { Network } from '../../../schema/primitives.ts'
import { peerOf } from '../../http/route/client-address.ts'
import { errorJson } from '../../http/route/errors.ts'
import { type SocketRoute, socketRoute } from '../../http/route/sockets.ts'
import { CONNECTION_LIMITS, Connection, type ConnectionLimits } from './connection.ts'
import { Connections, HEARTBEAT, type Heartbeat } from './connections.ts'
import type { Hub } from './hub.ts'
import { SESSION_LIMITS, Session, type SessionLimits } from './session.ts'

export interface FeedLimits extends SessionLimits, ConnectionLimits, Heartbeat {
  /** Connections of an address; clients on this machine have no limit. */
  readonly connections: number
  /** Milliseconds between two frames about the same thing on a channel; orders are never held back. */
  readonly conflate: number
}

export const FEED_LIMITS: FeedLimits = {
  ...SESSION_LIMITS,
  ...CONNECTION_LIMITS,
  ...HEARTBEAT,
  connections: 20,
  conflate: 250,
}

export interface FeedSocketOptions {
  readonly hub: Hub
  readonly network: Network
  readonly limits: FeedLimits
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

interface UserData {
  readonly address: string
  connection?: Connection
  leave?: () => void
}

/** Where clients find it: as an ingress names it, and as the server itself does. */
export const FEED_PATHS = ['/websocket/ws', '/ws'] as const

/** The library drops a longer message's connection without a word, so it gets room for the session to answer. */
const ROOM = 2

export interface FeedSockets {
  readonly routes: readonly SocketRoute[]
  readonly connections: Connections
}

export const feedSockets = ({ hub, network, limits, log, clock }: FeedSocketOptions): FeedSockets => {
  const connections = new Connections(limits)
  let end: (() => void) | undefined
  const routes = FEED_PATHS.map((path) =>
    socketRoute<UserData>(
      path,
      ({ clients }) => ({
        maxPayloadLength: ROOM * limits.messageBytes,
        maxBackpressure: ROOM * limits.queueBytes,
        idleTimeout: 0,
        sendPingsAutomatically: false,
        upgrade: (response, request, context) => {
          const { address, isLocal } = clients.of(peerOf(response), clients.forwardedFor(request, response))
          if (!isLocal && connections.of(address) >= limits.connections) {
            hub.counts.refused++
            const error = new ApiError('RATE_LIMITED', `At most ${limits.connections} connections an address`)
            response.cork(() => {
              response
                .writeStatus('429 Too Many Requests')
                .writeHeader('Content-Type', 'application/json; charset=utf-8')
                .writeHeader('Retry-After', '60')
                .end(errorJson(error), true)
            })
            return
          }
          response.upgrade<UserData>(
            { address },
            request.getHeader('sec-websocket-key'),
            '',
            request.getHeader('sec-websocket-extensions'),
            context,
          )
        },
        open: (socket) => {
          const user = socket.getUserData()
          const session = new Session(network, limits)
          user.connection = new Connection(socket, session, hub, limits, clock(), (err) => {
            hub.counts.unexpected++
            log.error({ err }, 'a message of a feed client cannot be taken')
          })
          user.leave = connections.add(user.connection, user.address)
          hub.counts.connections++
          end ??= connections.start(clock)
        },
        message: (socket, message, isBinary) => {
          const { connection } = socket.getUserData()
          if (isBinary) connection?.end(CLOSE_CODES.binary, 'messages are text')
          else connection?.receive(Buffer.from(message).toString('utf8'), clock())
        },
        ping: (socket) => socket.getUserData().connection?.hear(clock()),
        pong: (socket) => socket.getUserData().connection?.hear(clock()),
        drain: (socket) => socket.getUserData().connection?.drained(),
        close: (socket) => {
          const { connection, leave } = socket.getUserData()
          connection?.closed()
          leave?.()
          hub.counts.connections--
          if (hub.counts.connections > 0) return
          end?.()
          end = undefined
        },
      }),
      () => connections.close(),
    ),
  )
  return { routes, connections }
}
