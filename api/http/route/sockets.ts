// WebSockets beside the routes, on the same port. What is said on one is its component's; here is only where it is
// mounted, and what a request that is no upgrade is answered.

import type { TemplatedApp, WebSocketBehavior } from '../native-server.ts'
import type { Clients } from './client-address.ts'

/** A WebSocket endpoint, ready to be mounted. */
export interface SocketRoute {
  readonly path: string
  /** @param clients says who connects */
  mount(app: TemplatedApp, clients: Clients): void
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
  behavior: (clients: Clients) => WebSocketBehavior<UserData>,
  close: () => void = () => {},
): SocketRoute => ({
  path,
  close,
  under: (prefix) => socketRoute(prefix + path, behavior, close),
  mount: (app, clients) => {
    app.ws<UserData>(path, behavior(clients))
  },
})
