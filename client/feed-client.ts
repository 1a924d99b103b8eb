// A client of the WebSocket feed, for browsers and Node. It reconnects and subscribes again after every lost connection. The service sends
// no frames for changes while the connection is lost. So each subscriber provides a function that fetches the state. The client calls this
// function after every acknowledgement, and then passes on the frames that arrived meanwhile. An error in a subscriber's function ends
// neither the process nor other subscriptions: the client reports it and subscribes again.

import { backoff, type Waits } from '../schema/platform/backoff.ts'
import {
  type DataEvent,
  EVENT_OF,
  REMOVAL_OF,
  type SubscriptionData,
  type Topic,
} from '../schema/responses/feed.ts'
import type { FeedHandlers, FeedOptions, FeedState } from './feed-handlers.ts'
import { type FeedSocket, type FeedSocketConstructor, globalSocket } from './feed-socket.ts'
import { MESSAGE_RATE, type MessageRate, Outbox } from './outbox.ts'
import { type DataFrame, frameOf, type Refusal, type ServerFrame } from './server-frames.ts'

interface Entry {
  readonly topic: Topic
  readonly data: unknown
  readonly handlers: {
    onData(data: unknown): void
    onRemoved?(data: unknown): void
    onState?(state: FeedState): void
    readonly initial?: { fetch(signal: AbortSignal): Promise<unknown>; apply(state: unknown): void }
  }
  state: FeedState['state'] | undefined
  /** Request id on the current connection; undefined if there is none. */
  requestId: string | undefined
  /** Frames that arrived before the state was fetched. */
  buffered: DataFrame[] | undefined
  /** Aborts the fetch of the state. */
  fetching: AbortController | undefined
  failures: number
  retry: ReturnType<typeof setTimeout> | undefined
}

interface Connection {
  readonly socket: FeedSocket
  readonly outbox: Outbox
  /** Start of the connection, in ms of a monotonic clock. */
  readonly since: number
  /** Quarters of `silence` since the last message. A pause of the process counts as one quarter. */
  quiet: number
  isOpen: boolean
  watch: ReturnType<typeof setInterval> | undefined
}

/** Ignores an unknown event, which a later version of the service may send. */
const deliver = ({ topic, handlers }: Entry, { event, data }: DataFrame): void => {
  const removals: Partial<Record<Topic, DataEvent>> = REMOVAL_OF
  if (event === removals[topic]) handlers.onRemoved?.(data)
  else if (event !== EVENT_OF[topic]) return
  else if (data === undefined) handlers.onRemoved?.(null)
  else handlers.onData(data)
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/** The service's default limit for a connection. */
const MAX_SUBSCRIPTIONS = 100

/** Quarters of `silence` after which the client sends a ping. After four, it closes the connection. */
const PING_AFTER_QUARTERS = 2
const DEAD = 4

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export class FeedClient {
  readonly #another: () => FeedClient
  readonly #url: string
  readonly #Socket: FeedSocketConstructor
  readonly #waits: Waits
  readonly #silence: number
  readonly #messages: MessageRate
  readonly #fetchTimeout: number
  readonly #clientId = Math.random().toString(36).slice(2)
  readonly #entries = new Set<Entry>()
  #byRequest = new Map<string, Entry>()
  #connection: Connection | undefined
  /** Attempts to reconnect since a connection last existed for longer than `#waits.longest`. The next wait grows with this number. */
  #failures = 0
  #ids = 0
  #reconnect: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  /** Has the subscriptions that do not fit on this connection. */
  #next: FeedClient | undefined

  /**
   * Connects with the first subscription.
   * @param baseUrl URL of the service, for example `https://api.example.com`
   * @throws {Error} if there is no WebSocket implementation
   */
  constructor(baseUrl: string, options: FeedOptions = {}) {
    this.#another = () => new FeedClient(baseUrl, options)
    this.#url = `${baseUrl.replace(/^http/, 'ws').replace(/\/$/, '')}${options.path ?? '/websocket/ws'}`
    this.#Socket = options.WebSocket ?? globalSocket()
    this.#waits = { first: options.firstWait ?? 500, longest: options.longestWait ?? 30_000 }
    this.#silence = options.silence ?? 60_000
    this.#messages = options.messages ?? MESSAGE_RATE
    this.#fetchTimeout = options.fetchTimeout ?? 30_000
  }

  /**
   * Subscribes, also again after every lost connection. Every hundred subscriptions share a connection.
   * @param data null if the topic takes no data
   * @returns a function that ends the subscription
   */
  subscribe<T extends Topic, Initial = unknown>(
    topic: T,
    data: SubscriptionData<T>,
    handlers: FeedHandlers<T, Initial>,
  ): () => void {
    if (this.#isClosed) throw new Error('the feed client is closed')
    if (this.#entries.size >= MAX_SUBSCRIPTIONS) {
      this.#next ??= this.#another()
      return this.#next.subscribe(topic, data, handlers)
    }
    const entry: Entry = {
      topic,
      data,
      handlers,
      state: undefined,
      requestId: undefined,
      buffered: undefined,
      fetching: undefined,
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

  /**
   * Ends the current wait and connects, or asks the service whether it is still there. Call this when the network is back, or when the
   * process continues after a pause.
   */
  wake(): void {
    this.#next?.wake()
    if (this.#connection !== undefined) {
      this.#connection.quiet = PING_AFTER_QUARTERS
      this.#ping()
    } else if (this.#reconnect !== undefined) {
      clearTimeout(this.#reconnect)
      this.#connect()
    }
  }

  /** Ends the connection and all subscriptions. */
  close(): void {
    this.#isClosed = true
    this.#next?.close()
    clearTimeout(this.#reconnect)
    for (const entry of this.#entries) this.#leave(entry)
    this.#entries.clear()
    this.#end()
  }

  #connect(): void {
    this.#reconnect = undefined
    const socket = new this.#Socket(this.#url)
    const connection: Connection = {
      socket,
      outbox: new Outbox((text) => socket.send(text), this.#messages),
      since: performance.now(),
      quiet: 0,
      isOpen: false,
      watch: setInterval(() => {
        connection.quiet += 1
        if (connection.quiet >= DEAD) this.#drop('the service sent nothing')
        else if (connection.quiet >= PING_AFTER_QUARTERS) this.#ping()
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
        connection.quiet = 0
        let frame: ServerFrame
        try {
          frame = frameOf(String(data))
        } catch (error) {
          this.#drop(`the service sent a message that cannot be read: ${messageOf(error)}`)
          return
        }
        this.#receive(frame)
      }),
    )
    socket.addEventListener(
      'close',
      whenCurrent(({ code, reason }) => this.#drop(`${code ?? ''} ${reason ?? ''}`.trim())),
    )
    // The event `close` follows. Without a listener of `error`, `ws` would throw.
    socket.addEventListener('error', () => {})
  }

  /** Connects again after a while. */
  #drop(reason: string): void {
    const age = performance.now() - (this.#connection?.since ?? 0)
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

  #ping(): void {
    this.#send({ messageType: 'ping', requestId: 'ping' })
  }

  #subscribe(entry: Entry): void {
    clearTimeout(entry.retry)
    const requestId = `${++this.#ids}`
    entry.requestId = requestId
    if (entry.handlers.initial !== undefined) entry.buffered = []
    this.#byRequest.set(requestId, entry)
    const { topic, data } = entry
    this.#send({ messageType: 'subscribe', requestId, ...{ topic, ...(data === null ? {} : { data }) } })
  }

  #leave(entry: Entry): void {
    clearTimeout(entry.retry)
    const { requestId } = entry
    entry.requestId = undefined
    entry.buffered = undefined
    entry.fetching?.abort(new Error('the subscription was left'))
    entry.fetching = undefined
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
    else this.#deliver(entry, [frame])
  }

  /**
   * Stops if the subscriber unsubscribes.
   * @returns whether all frames were passed
   */
  #deliver(entry: Entry, frames: readonly DataFrame[]): boolean {
    try {
      for (const frame of frames) {
        deliver(entry, frame)
        if (!this.#entries.has(entry)) return false
      }
    } catch (error) {
      this.#fail(entry, error)
      return false
    }
    if (frames.length > 0) entry.failures = 0
    return true
  }

  #acknowledged(entry: Entry): void {
    const { initial } = entry.handlers
    const { buffered } = entry
    if (initial === undefined || buffered === undefined) {
      this.#report(entry, { state: 'subscribed' })
      return
    }
    const fetching = new AbortController()
    entry.fetching = fetching
    const { signal } = fetching
    const late = setTimeout(
      () => fetching.abort(new Error('the state was not fetched in time')),
      this.#fetchTimeout,
    )
    const fetched = async (): Promise<void> => {
      const state = await Promise.race([aborted(signal), initial.fetch(signal)])
      if (entry.buffered !== buffered) return
      initial.apply(state)
      // The subscriber may have unsubscribed in `apply`.
      if (entry.buffered !== buffered) return
      entry.buffered = undefined
      entry.fetching = undefined
      if (this.#deliver(entry, buffered)) this.#report(entry, { state: 'subscribed' })
    }
    fetched()
      .catch((error: unknown) => {
        if (entry.buffered === buffered) this.#fail(entry, error)
      })
      .finally(() => clearTimeout(late))
  }

  /** A function failed, so the subscriber's state is out of date. A later subscription fetches the state. */
  #fail(entry: Entry, error: unknown): void {
    this.#leave(entry)
    if (!this.#entries.has(entry)) return
    // The subscriber may unsubscribe during the report, which must clear the timer. So the timer is set first.
    entry.retry = setTimeout(
      () => {
        if (this.#connection?.isOpen) this.#subscribe(entry)
      },
      backoff(entry.failures++, this.#waits, Math.random()),
    )
    this.#report(entry, { state: 'lost', reason: messageOf(error) })
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
    try {
      entry.handlers.onState?.(state)
    } catch (error) {
      // No caller is left to receive the error.
      console.error('onState failed:', error)
    }
  }
}
