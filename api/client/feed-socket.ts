// The part of a WebSocket that the feed client uses, so that it runs on the browser's, on Node's, and on that of the
// package `ws` for a Node that has none.

interface SocketEvent {
  readonly type: string
  /** Text of a message. */
  readonly data?: unknown
  /** Code of a close. */
  readonly code?: number
  readonly reason?: string
}

export interface FeedSocket {
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: SocketEvent) => void): void
  send(text: string): void
  close(): void
}

export type FeedSocketConstructor = new (url: string) => FeedSocket

declare const WebSocket: FeedSocketConstructor | undefined

/** @throws {Error} where there is none, as on Node 20. */
export const globalSocket = (): FeedSocketConstructor => {
  if (typeof WebSocket === 'undefined')
    throw new Error('there is no global WebSocket here: give one in the options, as that of the package ws')
  return WebSocket
}
