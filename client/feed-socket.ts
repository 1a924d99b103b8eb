// The part of the WebSocket interface that the feed client uses: from the browser, from Node, or on Node 20 from the package `ws`.

interface SocketEvent {
  readonly type: string
  /** Text of a message. */
  readonly data?: unknown
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

/** @throws {Error} if there is no global WebSocket, as on Node 20 */
export const globalSocket = (): FeedSocketConstructor => {
  if (typeof WebSocket === 'undefined')
    throw new Error('there is no global WebSocket: pass one in the options, such as the package ws')
  return WebSocket
}
