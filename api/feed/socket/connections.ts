// All connections of the feed, and the heartbeat. Pings are spread over the interval, so many connections never block the event loop.

import type { TimeOfDay } from '../../../schema/platform/clocks.ts'
import { CLOSE_CODES } from '../../../schema/responses/feed.ts'
import type { Connection } from './connection.ts'

export interface Heartbeat {
  readonly ping: number
  /**
   * A silent connection ends after this time in ms. It is counted in unanswered pings and not by a clock, because after a pause of this
   * process the messages of all clients are still unread.
   */
  readonly silence: number
}

export const HEARTBEAT: Heartbeat = { ping: 20_000, silence: 60_000 }

/** Each group is pinged together. */
const GROUPS = 20

export class Connections {
  readonly #groups = Array.from({ length: GROUPS }, () => new Set<Connection>())
  #next = 0
  #opened = 0
  readonly #heartbeat: Heartbeat

  constructor(heartbeat: Heartbeat) {
    this.#heartbeat = heartbeat
  }

  get size(): number {
    return this.#groups.reduce((sum, group) => sum + group.size, 0)
  }

  /** @returns a function to call when the connection ends */
  add(connection: Connection): () => void {
    const group = this.#groups[this.#opened++ % GROUPS]
    group?.add(connection)
    return () => void group?.delete(connection)
  }

  /** Called `GROUPS` times per interval. */
  beat(now: TimeOfDay): void {
    const group = this.#groups[this.#next++ % GROUPS]
    for (const connection of group ?? []) {
      if (connection.unansweredPings * this.#heartbeat.ping >= this.#heartbeat.silence)
        connection.end(CLOSE_CODES.silent, 'heartbeat timeout')
      else connection.ping(now)
    }
  }

  /** @returns a function that stops the heartbeat */
  start(clock: () => TimeOfDay): () => void {
    const timer = setInterval(() => this.beat(clock()), this.#heartbeat.ping / GROUPS)
    timer.unref()
    return () => clearInterval(timer)
  }

  end(code: number, reason: string): void {
    for (const group of this.#groups) for (const connection of group) connection.end(code, reason)
  }

  close(): void {
    this.end(CLOSE_CODES.shutdown, 'the server is stopping')
  }
}
