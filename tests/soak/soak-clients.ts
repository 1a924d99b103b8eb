// The clients of a soak, in a separate process. Feed clients connect from many addresses, and some of them regularly reconnect or change a
// subscription. Readers request every route. Each undocumented response or close is unexpected.
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { TOPICS } from '../../schema/responses/feed.ts'
import { respond } from '../bench/kit/child.ts'

export interface Read {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly status: number
}

export type SoakRequest =
  | {
      readonly kind: 'begin'
      readonly url: string
      readonly feeds: number
      readonly readsPerSecond: number
      readonly reads: readonly Read[]
      readonly tokens: readonly string[]
      readonly address: string
    }
  /** The response is a {@link SoakReport}. With `isLast` the clients then disconnect. */
  | { readonly kind: 'report'; readonly isLast: boolean }

export interface SoakReport {
  readonly responses: number
  readonly frames: number
  readonly open: number
  /** Undocumented responses and closes. */
  readonly unexpected: Readonly<Record<string, number>>
}

/** Running requests reach this maximum while the service is stopped. */
const MOST_UNDER = 50
/** Share of the feeds per period. The same share reconnects in every second period. */
const CHANGED_SHARE = 0.1
const PERIOD_MS = 30_000
const MOST_SUBSCRIPTIONS = 6

let responses = 0
let frames = 0
let isOver = false
const unexpected: Record<string, number> = {}
const note = (what: string): void => {
  unexpected[what] = (unexpected[what] ?? 0) + 1
}

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick')
  return item
}

type Begin = SoakRequest & { readonly kind: 'begin' }

/** A topic ignores members that it does not use. */
const dataOf = (topic: (typeof TOPICS)[number], { tokens, address }: Begin): object | null => {
  const asset = pick(tokens)
  if (topic === 'LastBar' || topic === 'MCapBar')
    return { pair: { base: asset, quote: '.' }, interval: 'min1' }
  if (topic === 'UserHistoryByAddress') return { address }
  if (topic === 'UserHistoryByAddressAndAsset') return { address, asset }
  return topic === 'PoolFeed' || topic === 'LiveOrdersFeed' || topic === 'Progress' ? { asset } : null
}

class Feed {
  #socket: WebSocket | undefined
  #count = 0
  readonly #number: number
  readonly #begin: Begin

  constructor(number: number, begin: Begin) {
    this.#number = number
    this.#begin = begin
    this.connect()
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** Up to six subscriptions. */
  connect(): void {
    this.leave()
    const number = this.#number
    const socket = new WebSocket(`${this.#begin.url.replace('http', 'ws')}/ws`, {
      headers: { 'X-Forwarded-For': `10.${number >> 8}.${number & 255}.1` },
    })
    this.#socket = socket
    this.#count = 0
    socket.on('open', () => {
      for (let n = Math.floor(Math.random() * MOST_SUBSCRIPTIONS); n >= 0; n--) this.subscribe()
    })
    socket.on('message', (text) => {
      frames++
      if (String(text).includes('"error"')) note(`frame ${String(text).slice(0, 200)}`)
    })
    socket.on('error', ({ message }) => {
      if (socket === this.#socket) note(`feed: ${message}`)
    })
    socket.on('close', (code, reason) => {
      if (socket === this.#socket) note(`feed closed with ${code} ${reason}`)
    })
  }

  change(): void {
    if (!this.isOpen) return
    this.#send('unsubscribe', `${Math.max(0, this.#count - MOST_SUBSCRIPTIONS)}`, pick(TOPICS))
    this.subscribe()
  }

  subscribe(): void {
    this.#send('subscribe', `${this.#count++}`, pick(TOPICS))
  }

  leave(): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.close(1000)
  }

  #send(messageType: string, requestId: string, topic: (typeof TOPICS)[number]): void {
    const data = dataOf(topic, this.#begin)
    this.#socket?.send(
      JSON.stringify({ messageType, clientId: `soak ${this.#number}`, requestId, topic, data }),
    )
  }
}

const read = async (url: string, n: number, { method, path, body, status }: Read): Promise<void> => {
  const init: RequestInit = { method, headers: { 'X-Forwarded-For': `10.9.${n & 63}.1` } }
  if (body !== undefined) {
    init.body = body
    init.headers = { ...init.headers, 'Content-Type': 'application/json' }
  }
  try {
    const response = await fetch(url + path, init)
    const text = await response.text()
    responses++
    if (response.status !== status)
      note(`${method} ${path.slice(0, 80)}: ${response.status} ${text.slice(0, 120)}`)
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error
    note(`${method} ${path.slice(0, 80)}: ${reason}`)
  }
}

const readAll = async ({ url, reads, readsPerSecond }: Begin): Promise<void> => {
  let under = 0
  for (let n = 0; !isOver; n++) {
    await sleep(1_000 / readsPerSecond)
    const each = reads[n % reads.length]
    if (each === undefined || under >= MOST_UNDER) continue
    under++
    void read(url, n, each).finally(() => {
      under--
    })
  }
}

const feeds: Feed[] = []

const churn = async (): Promise<void> => {
  for (let period = 1; !isOver; period++) {
    await sleep(PERIOD_MS)
    for (const feed of feeds) {
      if (Math.random() < CHANGED_SHARE) feed.change()
      if (period % 2 === 0 && Math.random() < CHANGED_SHARE) feed.connect()
    }
  }
}

respond<SoakRequest>((request): SoakReport | null => {
  if (request.kind === 'begin') {
    for (let n = 0; n < request.feeds; n++) feeds.push(new Feed(n, request))
    void readAll(request)
    void churn()
    return null
  }
  const open = feeds.filter(({ isOpen }) => isOpen).length
  if (request.isLast) {
    isOver = true
    for (const feed of feeds) feed.leave()
  }
  return { responses, frames, open, unexpected }
})
