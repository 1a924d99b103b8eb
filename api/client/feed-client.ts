// A client of the WebSocket feed, for browsers and Node. It reconnects and subscribes again after every lost connection. Changes in the
// meantime are in no frame, so each subscriber brings a function that fetches the state: the client calls it after every acknowledgement,
// and then passes on the frames that arrived meanwhile.
import {
  type DataEvent,
  EVENT_OF,
  type FeedCause,
  REMOVAL_OF,
  type SubscriptionData,
  type Topic,
} from '../../schema/answers/feed.ts'
import { backoff, type Waits } from '../../schema/platform/backoff.ts'
import type { FeedData, RemovedData } from './feed-data.ts'
import { type FeedSocket, type FeedSocketConstructor, globalSocket } from './feed-socket.ts'
import { MESSAGE_RATE, type MessageRate, Outbox } from './outbox.ts'

/** State of a subscription. The subscriber learns each change. */
export type FeedState =
  /** The client's state is current: the initial state was applied, and a frame announces each change. */
  | { readonly state: 'subscribed' }
  /** The connection is lost or the state could not be fetched, so the client's state is out of date. The client tries again. */
  | { readonly state: 'lost'; readonly reason: string }
  /** The service refused the subscription. The client does not try again. */
  | { readonly state: 'refused'; readonly cause: FeedCause; readonly message: string }

export interface FeedHandlers<T extends Topic, Initial> {
  /** Applies the data of a frame, in order. */
  onData(data: FeedData<T>): void
  /** Called with an item that was removed, for example by a fork; null if there is no king of the hill. */
  onRemoved?(data: RemovedData<T>): void
  onState?(state: FeedState): void
  /** Fetches the state to which the frames are applied. */
  readonly initial?: {
    /** Called after every acknowledgement. If it fails, the client subscribes again later. */
    fetch(): Promise<Initial>
    /** Called with the fetched state, which replaces all earlier data. The frames that arrived meanwhile follow. */
    apply(state: Initial): void
  }
}

export interface FeedOptions {
  /** WebSocket implementation; by default the global one. */
  readonly WebSocket?: FeedSocketConstructor
  /** Path of the feed on the service. */
  readonly path?: string
  /** Wait in ms before a second attempt. It doubles with each attempt, and about half of it is random. */
  readonly firstWait?: number
  readonly longestWait?: number
  /** Time in ms without a message of the service after which the client closes the connection; the service pings every 20 s. */
  readonly silence?: number
  readonly messages?: MessageRate
}

interface Entry {
  readonly topic: Topic
  readonly data: unknown
  readonly handlers: {
    onData(data: unknown): void
    onRemoved?(data: unknown): void
    onState?(state: FeedState): void
    readonly initial?: { fetch(): Promise<unknown>; apply(state: unknown): void }
  }
  state: FeedState['state'] | undefined
  /** Request id on the current connection; undefined while there is none. */
  requestId: string | undefined
  /** Frames that arrived after the state was requested. */
  buffered: DataFrame[] | undefined
  failures: number
  retry: ReturnType<typeof setTimeout> | undefined
}

interface Connection {
  readonly socket: FeedSocket
  readonly outbox: Outbox
  readonly since: number
  heardAt: number
  isOpen: boolean
  watch: ReturnType<typeof setInterval> | undefined
}

interface Refusal {
  readonly cause: FeedCause
  readonly message: string
}

interface DataFrame {
  readonly requestId: string | null
  readonly event: DataEvent
  readonly data?: unknown
}

type ServerFrame =
  | DataFrame
  | { readonly requestId: string | null; readonly event: 'Error'; readonly data: Refusal }
  | { readonly requestId: string | null; readonly event: 'Ping' }
  | { readonly requestId: string | null; readonly event: 'SubscriptionSucceeded' }
  | { readonly requestId: string | null; readonly event: 'UnsubscriptionSucceeded' }

/** Passes a frame to the subscriber; ignores an unknown event, which a later version of the service may send. */
const deliver = ({ topic, handlers }: Entry, { event, data }: DataFrame): void => {
  const removals: Partial<Record<Topic, DataEvent>> = REMOVAL_OF
  if (event === removals[topic]) handlers.onRemoved?.(data)
  else if (event !== EVENT_OF[topic]) return
  else if (data === undefined) handlers.onRemoved?.(null)
  else handlers.onData(data)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export class FeedClient {
  readonly #url: string
  readonly #Socket: FeedSocketConstructor
  readonly #waits: Waits
  readonly #silence: number
  readonly #messages: MessageRate
  readonly #clientId = Math.random().toString(36).slice(2)
  readonly #entries = new Set<Entry>()
  #byRequest = new Map<string, Entry>()
  #connection: Connection | undefined
  /** Number of successive failed attempts to connect. */
  #failures = 0
  #ids = 0
  #reconnect: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  /**
   * Connects with the first subscription.
   * @param baseUrl URL of the service, for example `https://api.example.com`
   * @throws {Error} if there is no WebSocket implementation
   */
  constructor(baseUrl: string, options: FeedOptions = {}) {
    this.#url = `${baseUrl.replace(/^http/, 'ws').replace(/\/$/, '')}${options.path ?? '/websocket/ws'}`
    this.#Socket = options.WebSocket ?? globalSocket()
    this.#waits = { first: options.firstWait ?? 500, longest: options.longestWait ?? 30_000 }
    this.#silence = options.silence ?? 60_000
    this.#messages = options.messages ?? MESSAGE_RATE
  }

  /**
   * Subscribes, and subscribes again after every lost connection.
   * @param data null if the topic takes no data
   * @returns a function that ends the subscription
   */
  subscribe<T extends Topic, Initial = unknown>(
    topic: T,
    data: SubscriptionData<T>,
    handlers: FeedHandlers<T, Initial>,
  ): () => void {
    if (this.#isClosed) throw new Error('the feed client is closed')
    const entry: Entry = {
      topic,
      data,
      handlers,
      state: undefined,
      requestId: undefined,
      buffered: undefined,
      failures: 0,
      retry: undefined,
    }
    this.#entries.add(entry)
    if (this.#connection === undefined) this.#reconnect ??= setTimeout(() => this.#connect(), 0)
    else if (this.#connection.isOpen) this.#subscribe(entry)
    return () => {
      this.#entries.delete(entry)
      this.#leave(entry)
    }
  }

  /** Ends the connection and all subscriptions. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#reconnect)
    for (const entry of this.#entries) this.#leave(entry)
    this.#entries.clear()
    this.#end()
  }

  #connect(): void {
    this.#reconnect = undefined
    const socket = new this.#Socket(this.#url)
    const now = Date.now()
    const connection: Connection = {
      socket,
      outbox: new Outbox((text) => socket.send(text), this.#messages),
      since: now,
      heardAt: now,
      isOpen: false,
      watch: setInterval(() => {
        if (Date.now() - connection.heardAt > this.#silence) this.#drop('the service sent nothing')
      }, this.#silence / 4),
    }
    this.#connection = connection
    const whenCurrent =
      <Event>(act: (event: Event) => void) =>
      (event: Event): void => {
        if (this.#connection === connection) act(event)
      }
    socket.addEventListener(
      'open',
      whenCurrent(() => {
        connection.isOpen = true
        this.#ids = 0
        for (const entry of this.#entries) this.#subscribe(entry)
      }),
    )
    socket.addEventListener(
      'message',
      whenCurrent(({ data }) => {
        connection.heardAt = Date.now()
        this.#receive(JSON.parse(String(data)))
      }),
    )
    socket.addEventListener(
      'close',
      whenCurrent(({ code, reason }) => this.#drop(`${code ?? ''} ${reason ?? ''}`.trim())),
    )
    // `close` follows; without a listener `ws` would throw.
    socket.addEventListener('error', () => {})
  }

  /** The connection is lost: connects again after a while. */
  #drop(reason: string): void {
    const age = Date.now() - (this.#connection?.since ?? 0)
    this.#end()
    if (age > this.#waits.longest) this.#failures = 0
    this.#byRequest.clear()
    for (const entry of this.#entries) {
      this.#leave(entry)
      this.#report(entry, { state: 'lost', reason })
    }
    if (this.#entries.size > 0 && !this.#isClosed)
      this.#reconnect ??= setTimeout(
        () => this.#connect(),
        backoff(this.#failures++, this.#waits, Math.random()),
      )
  }

  #end(): void {
    const connection = this.#connection
    this.#connection = undefined
    if (connection === undefined) return
    clearInterval(connection.watch)
    connection.outbox.close()
    connection.socket.close()
  }

  #send(message: { readonly messageType: string; readonly requestId: string }): void {
    if (this.#connection?.isOpen) this.#connection.outbox.put({ clientId: this.#clientId, ...message })
  }

  #subscribe(entry: Entry): void {
    clearTimeout(entry.retry)
    const requestId = `${++this.#ids}`
    entry.requestId = requestId
    this.#byRequest.set(requestId, entry)
    const { topic, data } = entry
    this.#send({ messageType: 'subscribe', requestId, ...{ topic, ...(data === null ? {} : { data }) } })
  }

  #leave(entry: Entry): void {
    clearTimeout(entry.retry)
    const { requestId } = entry
    entry.requestId = undefined
    entry.buffered = undefined
    if (requestId !== undefined && this.#byRequest.delete(requestId))
      this.#send({ messageType: 'unsubscribe', requestId })
  }

  #receive(frame: ServerFrame): void {
    const { requestId } = frame
    const entry = this.#byRequest.get(requestId ?? '')
    if (frame.event === 'Ping') this.#send({ messageType: 'pong', requestId: 'pong' })
    else if (frame.event === 'Error' && requestId === null) this.#drop('the service failed')
    else if (entry === undefined) return
    else if (frame.event === 'SubscriptionSucceeded') this.#acknowledged(entry)
    else if (frame.event === 'Error') this.#refused(entry, frame.data)
    else if (frame.event === 'UnsubscriptionSucceeded') return
    else if (entry.buffered !== undefined) entry.buffered.push(frame)
    else deliver(entry, frame)
  }

  #acknowledged(entry: Entry): void {
    const { initial } = entry.handlers
    if (initial === undefined) {
      this.#report(entry, { state: 'subscribed' })
      return
    }
    const buffered: DataFrame[] = []
    entry.buffered = buffered
    const fetched = async (): Promise<unknown> => initial.fetch()
    void fetched().then(
      (state) => {
        if (entry.buffered !== buffered) return
        entry.buffered = undefined
        entry.failures = 0
        initial.apply(state)
        for (const frame of buffered) deliver(entry, frame)
        this.#report(entry, { state: 'subscribed' })
      },
      (error) => {
        if (entry.buffered !== buffered) return
        // Frames are not stored while the state cannot be fetched; after the next subscription the state is fetched again.
        this.#leave(entry)
        this.#report(entry, { state: 'lost', reason: messageOf(error) })
        entry.retry = setTimeout(
          () => {
            if (this.#connection?.isOpen) this.#subscribe(entry)
          },
          backoff(entry.failures++, this.#waits, Math.random()),
        )
      },
    )
  }

  #refused(entry: Entry, { cause, message }: Refusal): void {
    this.#entries.delete(entry)
    this.#byRequest.delete(entry.requestId ?? '')
    entry.requestId = undefined
    this.#report(entry, { state: 'refused', cause, message })
  }

  #report(entry: Entry, state: FeedState): void {
    if (entry.state === state.state) return
    entry.state = state.state
    entry.handlers.onState?.(state)
  }
}
