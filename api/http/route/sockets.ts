// WebSockets beside the routes, on the same port. The messages belong to the component; this file mounts the socket, and answers
// a request that is no upgrade.

import type { RateClass } from '../limits/rate-limits.ts'
import type { TemplatedApp, WebSocketBehavior } from '../native-server.ts'
import type { Client, Clients } from './client-address.ts'

/** Knowledge of the server about those who connect. */
interface SocketDoor {
  readonly clients: Clients
  /** Counts a request of a client. @throws {ApiError} RATE_LIMITED */
  consume(rate: RateClass, client: Client): void
}

/** A WebSocket endpoint, ready to be mounted. */
export interface SocketRoute {
  readonly path: string
  mount(app: TemplatedApp, door: SocketDoor): void
  /** Ends its connections, as the server ends. */
  close(): void
  /** Copies an endpoint under a path prefix. */
  under(prefix: string): SocketRoute
}

/**
 * @param behavior of uWebSockets.js; set `maxPayloadLength`, `maxBackpressure` and `idleTimeout`
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
    app.ws<UserData>(path, behavior(door))
  },
})
