// The feed's WebSocket on uWebSockets.js. Passes each socket's events to a `Connection`. No other file of the feed uses the library.
import type { Logger } from 'pino'
import type { TokenOf } from '../../../schema/codecs/asset-text.ts'
import { type TimeOfDay, uptime } from '../../../schema/platform/clocks.ts'
import type { Network } from '../../../schema/primitives.ts'
import { CLOSE_CODES } from '../../../schema/responses/feed.ts'
import { socketRoute } from '../../http/route/sockets.ts'
import { CONNECTION_LIMITS, Connection, type ConnectionLimits } from './connection.ts'
import { Connections, HEARTBEAT, type Heartbeat } from './connections.ts'
import type { Hub } from './hub.ts'
import { SESSION_LIMITS, Session, type SessionLimits } from './session.ts'

export interface FeedLimits extends SessionLimits, ConnectionLimits, Heartbeat {
  /** Limit per address. Clients on this machine have no limit. */
  readonly connections: number
  /** Minimum interval in ms between two frames with the same conflation key on a channel. Orders are never delayed. */
  readonly conflate: number
}

export const FEED_LIMITS: FeedLimits = {
  ...SESSION_LIMITS,
  ...CONNECTION_LIMITS,
  ...HEARTBEAT,
  connections: 20,
  conflate: 250,
}

interface FeedSocketOptions {
  readonly hub: Hub
  readonly network: Network
  readonly limits: FeedLimits
  readonly log: Logger
  /** Finds a token by its fingerprint. */
  readonly tokenOf?: TokenOf
  /** Unix milliseconds. */
  readonly clock: () => TimeOfDay
}

interface UserData {
  connection?: Connection
  leaveFeed?: () => void
}

/** The launchpad's public ingress has the first path. */
export const FEED_PATHS = ['/websocket/ws', '/ws'] as const

/** The library ends a connection over its limits without a close code, so its limits are larger than the feed's. */
const LIBRARY_LIMIT_FACTOR = 2

export const feedSockets = ({ hub, network, limits, log, clock, tokenOf }: FeedSocketOptions) => {
  const connections = new Connections(limits)
  let end: (() => void) | undefined
  const routes = FEED_PATHS.map((path) =>
    socketRoute<UserData>(path, {
      kind: 'feed',
      share: limits.connections,
      userDataOf: () => ({}),
      onRefused: () => {
        hub.counts.refused++
      },
      behavior: () => ({
        maxPayloadLength: LIBRARY_LIMIT_FACTOR * limits.messageBytes,
        maxBackpressure: LIBRARY_LIMIT_FACTOR * limits.queueBytes,
        idleTimeout: 0,
        sendPingsAutomatically: false,
        open: (socket) => {
          const user = socket.getUserData()
          const session = new Session(network, limits, tokenOf)
          user.connection = new Connection(socket, session, hub, limits, (err) => {
            hub.counts.unexpected++
            log.error({ err }, 'a message of a feed client could not be handled')
          })
          user.leaveFeed = connections.add(user.connection)
          hub.counts.connections++
          end ??= connections.start(clock)
        },
        message: (socket, message, isBinary) => {
          const { connection } = socket.getUserData()
          if (isBinary) connection?.end(CLOSE_CODES.binary, 'messages are text')
          else connection?.receive(Buffer.from(message).toString('utf8'), uptime(), clock())
        },
        ping: (socket) => socket.getUserData().connection?.hear(),
        pong: (socket) => socket.getUserData().connection?.hear(),
        drain: (socket) => socket.getUserData().connection?.drained(),
        close: (socket) => {
          const { connection, leaveFeed } = socket.getUserData()
          connection?.closed()
          leaveFeed?.()
          hub.counts.connections--
          if (hub.counts.connections > 0) return
          end?.()
          end = undefined
        },
      }),
      close: () => connections.close(),
    }),
  )
  return { routes, connections }
}
