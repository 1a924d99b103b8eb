// Limits of open WebSockets. A total ensures that HTTP and health checks always find a free file descriptor. For each kind of WebSocket, a
// client has a maximum number, and so has a /48 network of IPv6. An IPv6 client is a /64 network, and one person may have all 65,536
// clients of a /48 network.
import { ApiError } from '../../../schema/errors.ts'
import { type Client, limitKey, siteKey } from '../route/client-address.ts'

/** Maximum of a /48 network, as a multiple of a client's maximum. */
const SITE_SHARES = 4

export class SocketShares {
  /** Bytes of all clients together. */
  unread = 0
  #open = 0
  readonly #counts = new Map<string, number>()
  readonly #most: number

  /** @param most connections in total */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Clients on this machine have no maximum of their own, but count for the total.
   * @param kind for example the feed's
   * @param share maximum number of connections of this kind per client
   * @returns a function to call when the connection ends
   * @throws {ApiError} RATE_LIMITED above a share, SERVICE_UNAVAILABLE above the total
   */
  enter(kind: string, share: number, { address, isLocal }: Client): () => void {
    const site = siteKey(address)
    const keys = isLocal
      ? []
      : [
          [`${kind} ${limitKey(address)}`, share] as const,
          ...(site === undefined ? [] : [[`${kind} ${site}/48`, SITE_SHARES * share] as const]),
        ]
    if (keys.some(([key, most]) => (this.#counts.get(key) ?? 0) >= most))
      throw new ApiError('RATE_LIMITED', `At most ${share} connections per address`, { 'Retry-After': '60' })
    if (this.#open >= this.#most)
      throw new ApiError('SERVICE_UNAVAILABLE', 'All connections are in use; try again in a minute', {
        'Retry-After': '60',
      })
    const count = (change: 1 | -1): void => {
      this.#open += change
      for (const [key] of keys) {
        const left = (this.#counts.get(key) ?? 0) + change
        if (left === 0) this.#counts.delete(key)
        else this.#counts.set(key, left)
      }
    }
    count(1)
    return () => count(-1)
  }
}
