// One socket: what the client said goes through its session, and what it is sent leaves in order. A client that does not
// read is not waited for: past a number of frames or bytes its connection ends, and it can connect again and fetch.
import { CLOSE_CODES } from '../../../schema/answers/feed.ts'
import { errorFrame, pingFrame } from './frames.ts'
import type { Hub, KeptFrame, Receiver } from './hub.ts'
import type { Session } from './session.ts'

/** The part of a WebSocket that is used. */
export interface Socket {
  /** 0 when the frame waits in the socket's buffer, 1 when it left, 2 when it was dropped. */
  send(text: string | Uint8Array, isBinary: boolean): number
  getBufferedAmount(): number
  cork(work: () => void): unknown
  ping(): number
  /** Ends with a close frame. */
  end(code: number, reason: string): void
  /** Ends at once. */
  close(): void
}

export interface ConnectionLimits {
  /** Frames that may wait for the client to read. */
  readonly queueFrames: number
  /** Bytes that may. */
  readonly queueBytes: number
}

export const CONNECTION_LIMITS: ConnectionLimits = { queueFrames: 1_000, queueBytes: 1_048_576 }

/** Milliseconds for a close frame to leave before the socket is closed without it. */
const CLOSE_GRACE = 5_000

export class Connection implements Receiver {
  readonly #socket: Socket
  readonly #session: Session
  readonly #hub: Hub
  readonly #limits: ConnectionLimits
  readonly #onError: (error: unknown) => void
  /** In order. */
  #frames: KeptFrame[] = []
  /** Frames sent since the socket's buffer was last empty. */
  #unread = 0
  #isOpen = true
  #closing: NodeJS.Timeout | undefined
  #heardAt: number

  /** @param onError takes a bug, which the client gets as SERVER_ERROR. */
  constructor(
    socket: Socket,
    session: Session,
    hub: Hub,
    limits: ConnectionLimits,
    now: number,
    onError: (error: unknown) => void,
  ) {
    this.#socket = socket
    this.#session = session
    this.#hub = hub
    this.#limits = limits
    this.#onError = onError
    this.#heardAt = now
  }

  /** When the client was last heard; milliseconds since 1970. */
  get heardAt(): number {
    return this.#heardAt
  }

  /** A text message from the client. @param now milliseconds since 1970 */
  receive(text: string, now: number): void {
    if (!this.#isOpen) return
    this.#heardAt = now
    try {
      const { reply, added, removed, close } = this.#session.receive(text, now)
      if (removed !== undefined) this.#hub.remove(this, removed)
      if (reply !== undefined) this.#say(reply)
      if (added !== undefined) this.#hub.add(this, added)
      if (close !== undefined) this.end(close.code, close.reason)
    } catch (error) {
      this.#onError(error)
      this.#say(errorFrame(null, 'SERVER_ERROR', 'the server failed to take this message'))
    }
  }

  /** A ping or a pong frame from the client, which the library answers. @param now milliseconds since 1970 */
  hear(now: number): void {
    if (!this.#isOpen) return
    this.#heardAt = now
    const { close } = this.#session.count(now)
    if (close !== undefined) this.end(close.code, close.reason)
  }

  /** Asks whether the client is there. @param now milliseconds since 1970 */
  ping(now: number): void {
    if (!this.#isOpen) return
    this.#socket.ping()
    this.#say(pingFrame(now))
  }

  keep(frame: KeptFrame): boolean {
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

  /** The socket's buffer has emptied somewhat. */
  drained(): void {
    if (this.#socket.getBufferedAmount() === 0) this.#unread = 0
  }

  /** Ends the connection and its subscriptions. */
  end(code: number, reason: string): void {
    if (!this.#isOpen) return
    this.#hub.counts.end(code)
    this.#leave()
    // Whoever does not read does not take the close frame either.
    this.#closing = setTimeout(() => this.#socket.close(), CLOSE_GRACE)
    this.#closing.unref()
    this.#socket.end(code, reason)
  }

  /** The socket is closed. */
  closed(): void {
    clearTimeout(this.#closing)
    this.#leave()
  }

  #leave(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#frames = []
    for (const subscription of this.#session.subscriptions) this.#hub.remove(this, subscription)
  }

  /** Sends a text after the frames that are kept, so that frames stay in order. */
  #say(text: string): void {
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
