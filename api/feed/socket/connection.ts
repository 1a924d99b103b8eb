// A client's connection: passes messages to the session, and sends frames in order. If the client does not read, and too many frames or
// bytes wait, the connection ends. The client can then connect again and fetch the state.

import type { TimeOfDay, Uptime } from '../../../schema/platform/clocks.ts'
import { CLOSE_CODES } from '../../../schema/responses/feed.ts'
import { errorFrame, pingFrame } from './frames.ts'
import type { Hub, QueuedFrame, Receiver } from './hub.ts'
import type { Session } from './session.ts'

/** The used part of uWebSockets.js' WebSocket. */
interface Socket {
  /** @returns 0 if the frame waits in the socket's buffer, 1 if it was sent, 2 if it was dropped */
  send(text: string | Uint8Array, isBinary: boolean): number
  getBufferedAmount(): number
  cork(work: () => void): unknown
  ping(): number
  /** Sends a close frame, then ends. */
  end(code: number, reason: string): void
  /** No close frame is sent. */
  close(): void
}

export interface ConnectionLimits {
  readonly queueFrames: number
  readonly queueBytes: number
}

export const CONNECTION_LIMITS: ConnectionLimits = { queueFrames: 1_000, queueBytes: 1_048_576 }

export class Connection implements Receiver {
  #frames: QueuedFrame[] = []
  /** Frames sent since the socket's buffer was last empty. */
  #unread = 0
  #isOpen = true
  #unansweredPings = 0

  readonly #socket: Socket
  readonly #session: Session
  readonly #hub: Hub
  readonly #limits: ConnectionLimits
  readonly #onError: (error: unknown) => void

  /** @param onError called with an unexpected error, which the client receives as SERVER_ERROR */
  constructor(
    socket: Socket,
    session: Session,
    hub: Hub,
    limits: ConnectionLimits,
    onError: (error: unknown) => void,
  ) {
    this.#socket = socket
    this.#session = session
    this.#hub = hub
    this.#limits = limits
    this.#onError = onError
  }

  /** Pings since the client's last message or control frame, or since the close frame. */
  get unansweredPings(): number {
    return this.#unansweredPings
  }

  receive(text: string, now: Uptime, timeOfDay: TimeOfDay): void {
    if (!this.#isOpen) return
    this.#unansweredPings = 0
    try {
      const { reply, added, removed, close } = this.#session.receive(text, now, timeOfDay)
      if (removed !== undefined) this.#hub.remove(this, removed)
      if (reply !== undefined) this.#flushAndSend(reply)
      if (added !== undefined) this.#hub.add(this, added)
      if (close !== undefined) this.end(close.code, close.reason)
    } catch (error) {
      this.#onError(error)
      this.#flushAndSend(errorFrame(null, 'SERVER_ERROR', 'the server failed to handle this message'))
    }
  }

  /** The client sent a ping or pong frame. */
  hear(): void {
    if (this.#isOpen) this.#unansweredPings = 0
  }

  /** Both a ping frame and a Ping message. */
  ping(now: TimeOfDay): void {
    this.#unansweredPings += 1
    if (!this.#isOpen) return
    this.#socket.ping()
    this.#flushAndSend(pingFrame(now))
  }

  queue(frame: QueuedFrame): boolean {
    return this.#isOpen && this.#frames.push(frame) === 1
  }

  flush(): void {
    const frames = this.#frames
    if (frames.length === 0) return
    this.#frames = []
    const send = (): void => {
      for (const { start, rest } of frames) this.#send(rest.after(start))
    }
    if (frames.length === 1) send()
    else this.#socket.cork(send)
  }

  /** The socket has sent part of its buffer. */
  drained(): void {
    if (this.#socket.getBufferedAmount() === 0) this.#unread = 0
  }

  /** A client that does not read does not respond to the close frame, so a second call closes the socket at once. */
  end(code: number, reason: string): void {
    if (!this.#isOpen) {
      this.#socket.close()
      return
    }
    this.#hub.counts.end(code)
    this.#unsubscribeAll()
    this.#unansweredPings = 0
    this.#socket.end(code, reason)
  }

  closed(): void {
    this.#unsubscribeAll()
  }

  #unsubscribeAll(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#frames = []
    for (const subscription of this.#session.subscriptions) this.#hub.remove(this, subscription)
  }

  /** Keeps the order of frames. */
  #flushAndSend(text: string): void {
    this.flush()
    this.#send(text)
  }

  #send(frame: string | Uint8Array): void {
    if (!this.#isOpen) return
    const result = this.#socket.send(frame, false)
    if (result === 1) {
      this.#unread = 0
      return
    }
    this.#unread++
    const { queueFrames, queueBytes } = this.#limits
    if (result === 2 || this.#unread > queueFrames || this.#socket.getBufferedAmount() > queueBytes)
      this.end(CLOSE_CODES.slow, 'the client reads too slowly: connect again and fetch the state')
  }
}
