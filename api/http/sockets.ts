// WebSockets beside the routes, on the same port. What is said on one is its component's; here is only where it is
// mounted, and what a request that is no upgrade is answered.
import type { TemplatedApp, WebSocketBehavior } from './native-server.ts'

/** A WebSocket endpoint, ready to be mounted. */
export interface SocketRoute {
  readonly path: string
  mount(app: TemplatedApp): void
}

/** @param behavior of uWebSockets.js; set `maxPayloadLength`, `maxBackpressure` and `idleTimeout` */
export const socketRoute = <UserData>(path: string, behavior: WebSocketBehavior<UserData>): SocketRoute => ({
  path,
  mount: (app) => {
    app.ws<UserData>(path, behavior)
  },
})
