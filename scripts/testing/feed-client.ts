// A client of the feed that knows nothing but its frames: it subscribes, fetches the state once, and from then on applies
// what it is sent, in order. Tests compare what it then holds with what HTTP says. Every frame is held against its schema.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { checkFrame } from '../../api/feed/testing/check-frame.ts'

export interface Frame {
  readonly requestId: string | null
  readonly event: string
  readonly messageType: string
  readonly data: Readonly<Record<string, unknown>> | null
}

export class FeedClient {
  readonly #url: string
  #socket: WebSocket | undefined
  #ids = 0
  readonly #takers = new Map<string, (data: Frame['data']) => void>()
  readonly #acknowledged = new Set<string>()
  /** Every data frame so far. */
  readonly frames: Frame[] = []
  readonly closes: { readonly code: number; readonly reason: string }[] = []

  /** @param api of the service, `http://…` */
  constructor(api: string) {
    this.#url = `${api.replace(/^http/, 'ws')}/websocket/ws`
  }

  async open(): Promise<void> {
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    socket.on('message', (text) => this.#take(JSON.parse(String(text))))
    // What broke a connection is in how it closed.
    socket.on('error', () => {})
    socket.on('close', (code, reason) => this.closes.push({ code, reason: String(reason) }))
    await once(socket, 'open')
  }

  /** Resolves when the server has acknowledged it: what is fetched after that misses nothing. */
  async subscribe(topic: string, data: unknown, take: (data: Frame['data']) => void): Promise<void> {
    const requestId = `${++this.#ids}`
    this.#takers.set(requestId, take)
    this.#socket?.send(JSON.stringify({ messageType: 'subscribe', clientId: 'test', requestId, topic, data }))
    while (!this.#acknowledged.has(requestId)) {
      if (this.closes.length > 0) throw new Error(`the feed closed: ${JSON.stringify(this.closes)}`)
      await sleep(1)
    }
  }

  close(): void {
    this.#socket?.terminate()
  }

  #take(frame: Frame): void {
    checkFrame(frame)
    if (frame.event === 'Error') throw new Error(`the feed refused: ${JSON.stringify(frame.data)}`)
    if (frame.event === 'SubscriptionSucceeded') this.#acknowledged.add(String(frame.requestId))
    if (frame.event === 'Ping' || frame.event.endsWith('Succeeded')) return
    this.frames.push(frame)
    this.#takers.get(String(frame.requestId))?.(frame.data)
  }
}
