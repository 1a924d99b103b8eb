// WebSockets beside the routes, on the same port. This file mounts a socket, and takes or refuses its connections; the component handles the
// messages.

import { STATUS_CODES } from 'node:http'
import type { ApiError } from '../../../schema/errors.ts'
import type { RateClass } from '../limits/rate-limits.ts'
import type { HttpResponse, TemplatedApp, WebSocket, WebSocketBehavior } from '../native-server.ts'
import { type Client, type Clients, peerOf } from './client-address.ts'
import { apiErrorOf, errorHeaders, errorJson } from './errors.ts'
import { slashed } from './path.ts'

/** Information about the clients that connect. */
export interface SocketDoor {
  readonly clients: Clients
  /** Counts a request of a client. @throws {ApiError} RATE_LIMITED */
  consume(rate: RateClass, client: Client): void
  /** Counts a connection (see `SocketShares`). @throws {ApiError} RATE_LIMITED, SERVICE_UNAVAILABLE */
  enter(kind: string, share: number, client: Client): () => void
  /** Counts a connection that has become a WebSocket. */
  upgraded(): void
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

interface SocketOptions<UserData> {
  /** Kind of connection; several paths may have one kind. */
  readonly kind: string
  /** Maximum number of connections of this kind for a client that is not on this machine. */
  readonly share: number
  readonly userDataOf: (client: Client) => UserData
  /** Settings of uWebSockets.js; set `maxPayloadLength`, `maxBackpressure` and `idleTimeout`. */
  readonly behavior: (door: SocketDoor) => Omit<WebSocketBehavior<Entered<UserData>>, 'upgrade'>
  /** Called when a connection is refused. */
  readonly onRefused?: () => void
  /** Ends the connections with a reason; the server cuts them a moment later. */
  readonly close?: () => void
}

/** A connection of the library, with the component's data. */
export type OpenSocket<UserData> = Pick<WebSocket<UserData>, 'getUserData' | 'getBufferedAmount' | 'close'>

type Entered<UserData> = UserData & { readonly leave: () => void }

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
  mount: (app, door) => {
    const { kind, share, userDataOf, onRefused } = options
    const behavior = options.behavior(door)
    const native: WebSocketBehavior<Entered<UserData>> = {
      ...behavior,
      upgrade: (response, request, context) => {
        const client = door.clients.of(peerOf(response), door.clients.forwardedFor(request, response))
        let leave: () => void
        try {
          leave = door.enter(kind, share, client)
        } catch (error) {
          onRefused?.()
          refuse(response, apiErrorOf(error))
          return
        }
        response.upgrade<Entered<UserData>>(
          { ...userDataOf(client), leave },
          request.getHeader('sec-websocket-key'),
          '',
          request.getHeader('sec-websocket-extensions'),
          context,
        )
        door.upgraded()
      },
      close: (socket, code, message) => {
        socket.getUserData().leave()
        behavior.close?.(socket, code, message)
      },
    }
    for (const pattern of slashed(path)) app.ws<Entered<UserData>>(pattern, native)
  },
})
