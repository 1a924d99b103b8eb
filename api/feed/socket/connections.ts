// All connections of the feed: how many each address has, and the heartbeat. Each connection is pinged in turn, spread
// over the interval, so that many of them never make one long turn of the event loop.

import { CLOSE_CODES } from '../../../schema/answers/feed.ts'
import { limitKey } from '../../http/route/client-address.ts'
import type { Connection } from './connection.ts'

export interface Heartbeat {
  /** Milliseconds between two pings of a connection. */
  readonly ping: number
  /** Milliseconds without a word of the client after which its connection ends; looked at with each ping. */
  readonly silence: number
}

export const HEARTBEAT: Heartbeat = { ping: 20_000, silence: 60_000 }

/** Parts that connections are spread over. */
const PARTS = 20

export class Connections {
  readonly #heartbeat: Heartbeat
  readonly #parts = Array.from({ length: PARTS }, () => new Set<Connection>())
  readonly #perClient = new Map<string, number>()
  #next = 0
  #opened = 0

  constructor(heartbeat: Heartbeat) {
    this.#heartbeat = heartbeat
  }

  get size(): number {
    return this.#parts.reduce((sum, part) => sum + part.size, 0)
  }

  /** Connections of a client now. @param address as text */
  of(address: string): number {
    return this.#perClient.get(limitKey(address)) ?? 0
  }

  /** @returns takes it out again */
  add(connection: Connection, address: string): () => void {
    const part = this.#parts[this.#opened++ % PARTS]
    const client = limitKey(address)
    part?.add(connection)
    this.#perClient.set(client, (this.#perClient.get(client) ?? 0) + 1)
    return () => {
      if (part?.delete(connection) !== true) return
      const left = (this.#perClient.get(client) ?? 1) - 1
      if (left === 0) this.#perClient.delete(client)
      else this.#perClient.set(client, left)
    }
  }

  /** Pings one part of them; called `PARTS` times in each interval. @param now milliseconds since 1970 */
  beat(now: number): void {
    const part = this.#parts[this.#next++ % PARTS]
    for (const connection of part ?? []) {
      if (now - connection.heardAt > this.#heartbeat.silence)
        connection.end(CLOSE_CODES.silent, 'heartbeat timeout')
      else connection.ping(now)
    }
  }

  /** Begins the heartbeat. @returns ends it */
  start(clock: () => number): () => void {
    const timer = setInterval(() => this.beat(clock()), this.#heartbeat.ping / PARTS)
    timer.unref()
    return () => clearInterval(timer)
  }

  /** Ends them all. */
  end(code: number, reason: string): void {
    for (const part of this.#parts) for (const connection of part) connection.end(code, reason)
  }

  /** Ends them all, as the server ends. */
  close(): void {
    this.end(CLOSE_CODES.shutdown, 'the server ends')
  }
}
