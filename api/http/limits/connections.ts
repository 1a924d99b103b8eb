// Limits of HTTP connections. uWebSockets.js closes a connection that is idle, or whose request is incomplete, after 10 s (the older build,
// for glibc before 2.38) or 30 s, in steps of 4 s. A client can open only as many connections as it may send requests, and a 429 response
// closes its connection. So a network cannot take all file descriptors before its idle connections are closed. The older build does not
// report connections.
import type { HttpResponse, TemplatedApp } from '../native-server.ts'
import { type Clients, peerOf } from '../route/client-address.ts'
import type { RateLimits } from './rate-limits.ts'

export class Connections {
  #open = 0
  readonly #most: number
  readonly #clients: Clients
  readonly #limits: RateLimits | undefined

  /** @param most connections, above which only this machine and trusted proxies may open more */
  constructor(most: number, clients: Clients, limits: RateLimits | undefined) {
    this.#most = most
    this.#clients = clients
    this.#limits = limits
  }

  watch(app: Pick<TemplatedApp, 'filter'>): void {
    app.filter((response, change) => this.#count(response, Number(change)))
  }

  /** The library does not report the end of a WebSocket to `filter`. */
  upgraded(): void {
    this.#open -= 1
  }

  #count(response: HttpResponse, change: number): void {
    this.#open += change
    if (change < 0) return
    const { address, isLocal, isProxied } = this.#clients.of(peerOf(response), '')
    if (isLocal || isProxied) return
    try {
      this.#limits?.consume('connection', address)
      if (this.#open <= this.#most) return
    } catch {
      // The connection has sent no request yet.
    }
    response.close()
  }
}
