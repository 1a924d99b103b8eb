// WebSockets beside the routes, on the same port. The component handles the messages; this file mounts the socket, and
// answers requests that are not upgrades.

import type { RateClass } from '../limits/rate-limits.ts'
import type { TemplatedApp, WebSocketBehavior } from '../native-server.ts'
import type { Client, Clients } from './client-address.ts'
import { slashed } from './path.ts'

/** Information about the clients that connect. */
interface SocketDoor {
  readonly clients: Clients
  /** Counts a request of a client. @throws {ApiError} RATE_LIMITED */
  consume(rate: RateClass, client: Client): void
}

/** A WebSocket endpoint, ready to be mounted. */
export interface SocketRoute {
  readonly path: string
  mount(app: TemplatedApp, door: SocketDoor): void
  /** Closes its connections when the server stops. */
  close(): void
  /** Copies an endpoint under a path prefix. */
  under(prefix: string): SocketRoute
}

/**
 * @param behavior settings of uWebSockets.js; set `maxPayloadLength`, `maxBackpressure` and `idleTimeout`
 * @param close ends its connections with a reason; the server cuts them a moment later
 */
export const socketRoute = <UserData>(
  path: string,
  behavior: (door: SocketDoor) => WebSocketBehavior<UserData>,
  close: () => void = () => {},
): SocketRoute => ({
  path,
  close,
  under: (prefix) => socketRoute(prefix + path, behavior, close),
  mount: (app, door) => {
    for (const pattern of slashed(path)) app.ws<UserData>(pattern, behavior(door))
  },
})
