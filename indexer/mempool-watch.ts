// Watches the node's mempool through Ogmios: the pending transactions, and those that arrived and left. The builder and the feed
// use it, but work without it: while the connection is down, or with a server that provides no mempool, no transaction is pending
// and the status contains the reason.
import { setTimeout as sleep } from 'node:timers/promises'
import { EventEmitter } from 'eventemitter3'
import type { TransactionEvent } from '../schema/events.ts'
import type { Waits } from '../schema/platform/backoff.ts'
import { Loop } from '../schema/platform/loop.ts'
import { outsideText } from '../schema/platform/outside-text.ts'
import type { Hex, OutputReference } from '../schema/primitives.ts'
import type { MempoolState } from '../schema/reports.ts'
import { type Connection, openConnection } from './ogmios/connection.ts'
import { type Mempool, mempoolSnapshots, NoMempool } from './ogmios/mempool-snapshots.ts'
import { type MempoolChange, PendingTransactions } from './pending-transactions.ts'

interface MempoolStatus {
  readonly state: MempoolState
  /** Reason why it is not watched; null while it is watched. */
  readonly problem: string | null
}

/** Times in ms. */
export interface MempoolTiming {
  /** Limit of a health check, a handshake, and the answer to a ping. */
  readonly timeout: number
  /** Wait before a retry, doubled each time up to the longest. */
  readonly retry: number
  readonly longestRetry: number
  /** Minimum time between two snapshots. */
  readonly pause: number
  /** Interval between two pings. */
  readonly ping: number
  /**
   * Time for which pending transactions still count after the connection broke, and an output counts as spent after its
   * transaction left the mempool.
   */
  readonly gracePeriod: number
}

const TIMING: MempoolTiming = {
  timeout: 10_000,
  retry: 500,
  longestRetry: 30_000,
  pause: 100,
  ping: 30_000,
  gracePeriod: 20_000,
}

const EMPTY: Mempool = new Map()

interface WatchEvents {
  changed: [MempoolChange]
  status: [MempoolStatus]
}

export class MempoolWatch extends EventEmitter<WatchEvents> {
  readonly #url: string
  readonly #timing: MempoolTiming
  readonly #loop: Loop
  readonly #pending: PendingTransactions
  #status: MempoolStatus = { state: 'connecting', problem: null }
  #lastRead = 0

  /**
   * @param url URL of Ogmios
   * @param random returns random numbers from 0 to 1, which vary the waits before retries
   */
  constructor(url: string, random: () => number, timing: Partial<MempoolTiming> = {}) {
    super()
    this.#url = url
    this.#loop = new Loop(random)
    this.#timing = { ...TIMING, ...timing }
    this.#pending = new PendingTransactions(this.#timing.gracePeriod)
  }

  get status(): MempoolStatus {
    return this.#status
  }

  /** Transactions by id, in the order in which they entered the mempool. */
  get transactions(): ReadonlyMap<Hex, TransactionEvent> {
    return this.#pending.transactions
  }

  /** Whether the output is spent by a pending transaction, or by one that left the mempool recently. */
  isSpent(reference: OutputReference): boolean {
    return this.#pending.isSpent(reference, performance.now())
  }

  /** All outputs for which `isSpent` is true. The array is the same object until the mempool changes. */
  spent(): readonly OutputReference[] {
    return this.#pending.spent(performance.now())
  }

  /** Watches until it is stopped, or until the server reports that it provides no mempool. */
  async run(): Promise<void> {
    await this.#loop.repeat(
      (succeeded) => this.#watch(succeeded),
      (error) => this.#waitsAfter(error),
    )
    if (this.#loop.isStopped) this.#end(null)
  }

  stop(): void {
    this.#loop.stop()
  }

  #waitsAfter(error: unknown): Waits | undefined {
    if (error instanceof NoMempool) {
      this.#end(error.message)
      return undefined
    }
    this.#set({ state: 'waiting', problem: outsideText(error) })
    const { retry, longestRetry, gracePeriod } = this.#timing
    if (performance.now() - this.#lastRead > gracePeriod) this.#replace(EMPTY)
    return { first: retry, longest: longestRetry }
  }

  async #watch(succeeded: () => void): Promise<void> {
    const { timeout, pause } = this.#timing
    const { signal } = this.#loop
    const connection = await openConnection({ url: this.#url, timeout, signal })
    const unwatch = this.#keepAlive(connection)
    try {
      const next = mempoolSnapshots(connection)
      while (!signal.aborted) {
        const mempool = await next()
        this.#lastRead = performance.now()
        succeeded()
        if (this.#status.state !== 'watching') this.#set({ state: 'watching', problem: null })
        this.#replace(mempool)
        await sleep(pause, undefined, { signal }).catch(() => {})
      }
    } finally {
      unwatch()
      connection.drop()
    }
  }

  /** Drops a connection that does not answer pings: a snapshot may take as long as nothing changes. */
  #keepAlive({ context: { socket }, drop }: Connection): () => void {
    let isAlive = true
    socket.on('pong', () => {
      isAlive = true
    })
    const timer = setInterval(() => {
      if (!isAlive) return drop()
      isAlive = false
      socket.ping()
    }, this.#timing.ping)
    return () => clearInterval(timer)
  }

  #replace(mempool: Mempool): void {
    const change = this.#pending.replace(mempool, performance.now())
    if (change.came.length > 0 || change.left.length > 0) this.emit('changed', change)
  }

  #end(problem: string | null): void {
    this.#replace(EMPTY)
    this.#set({ state: 'off', problem })
  }

  #set(status: MempoolStatus): void {
    this.#status = status
    this.emit('status', status)
  }
}
