// All connections of the feed, and the heartbeat. Pings are spread over the interval, so that
// many connections never block the event loop.

import type { TimeOfDay } from '../../../schema/platform/clocks.ts'
import { CLOSE_CODES } from '../../../schema/responses/feed.ts'
import type { Connection } from './connection.ts'

export interface Heartbeat {
  /** Interval in ms between two pings of a connection. */
  readonly ping: number
  /**
   * Time in ms without a message of the client after which its connection ends. It is counted in unanswered pings: after a pause of
   * this process, the responses of all clients wait to be read.
   */
  readonly silence: number
}

export const HEARTBEAT: Heartbeat = { ping: 20_000, silence: 60_000 }

/** Number of groups of connections that are pinged together. */
const PARTS = 20

export class Connections {
  readonly #parts = Array.from({ length: PARTS }, () => new Set<Connection>())
  #next = 0
  #opened = 0
  readonly #heartbeat: Heartbeat

  constructor(heartbeat: Heartbeat) {
    this.#heartbeat = heartbeat
  }

  get size(): number {
    return this.#parts.reduce((sum, part) => sum + part.size, 0)
  }

  /** @returns a function to call at the connection's end */
  add(connection: Connection): () => void {
    const part = this.#parts[this.#opened++ % PARTS]
    part?.add(connection)
    return () => void part?.delete(connection)
  }

  /** Pings the next part of the connections; called `PARTS` times in an interval. */
  beat(now: TimeOfDay): void {
    const part = this.#parts[this.#next++ % PARTS]
    for (const connection of part ?? []) {
      if (connection.unansweredPings * this.#heartbeat.ping >= this.#heartbeat.silence)
        connection.end(CLOSE_CODES.silent, 'heartbeat timeout')
      else connection.ping(now)
    }
  }

  /** Starts the heartbeat. @returns function that stops it */
  start(clock: () => TimeOfDay): () => void {
    const timer = setInterval(() => this.beat(clock()), this.#heartbeat.ping / PARTS)
    timer.unref()
    return () => clearInterval(timer)
  }

  end(code: number, reason: string): void {
    for (const part of this.#parts) for (const connection of part) connection.end(code, reason)
  }

  close(): void {
    this.end(CLOSE_CODES.shutdown, 'the server is stopping')
  }
}
