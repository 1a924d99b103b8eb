// The part of a WebSocket that the feed client uses: the browser's, Node's, or for Node 20 the one of the package `ws`.

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
    throw new Error('there is no global WebSocket: pass one in the options, such as the package ws')
  return WebSocket
}
