// Watches the node's mempool through Ogmios, for as long as it takes: what is pending, what came and what left. It is a
// help to those who build and show transactions, and nothing depends on it: while the connection is down, or on a server
// that has no mempool to show, nothing is pending and the status says why.
import { setTimeout as sleep } from 'node:timers/promises'
import { EventEmitter } from 'eventemitter3'
import type { TransactionEvent } from '../schema/events.ts'
import { outsideText } from '../schema/platform/outside-text.ts'
import type { Hex, OutputReference } from '../schema/primitives.ts'
import { type Connection, openConnection } from './ogmios/connection.ts'
import { type Mempool, mempoolSnapshots, NoMempool } from './ogmios/mempool-snapshots.ts'
import { type MempoolChange, PendingTransactions } from './pending-transactions.ts'

/** connecting: not read yet. watching: as the node has it. waiting: the connection is down. off: not offered, or ended. */
export type MempoolState = 'connecting' | 'watching' | 'waiting' | 'off'

export interface MempoolStatus {
  readonly state: MempoolState
  /** Why it is not watched; null when all is well. */
  readonly problem: string | null
}

/** All in milliseconds. */
export interface MempoolTiming {
  /** For a health check, a handshake, and the answer to a ping. */
  readonly timeout: number
  /** First wait before a retry, doubled each time up to the longest. */
  readonly retry: number
  readonly longestRetry: number
  /** Least time between two snapshots. */
  readonly pause: number
  /** Between two pings. */
  readonly ping: number
  /** How long what was pending counts after the connection broke, and an output as spent after its transaction left. */
  readonly linger: number
}

const TIMING: MempoolTiming = {
  timeout: 10_000,
  retry: 500,
  longestRetry: 30_000,
  pause: 100,
  ping: 30_000,
  linger: 20_000,
}

const EMPTY: Mempool = new Map()

interface WatchEvents {
  changed: [MempoolChange]
  status: [MempoolStatus]
}

export class MempoolWatch extends EventEmitter<WatchEvents> {
  readonly #url: string
  readonly #random: () => number
  readonly #timing: MempoolTiming
  readonly #abort = new AbortController()
  readonly #pending: PendingTransactions
  #status: MempoolStatus = { state: 'connecting', problem: null }
  #lastRead = 0

  /**
   * @param url of Ogmios.
   * @param random 0 to 1, for the spread of retries.
   */
  constructor(url: string, random: () => number, timing: Partial<MempoolTiming> = {}) {
    super()
    this.#url = url
    this.#random = random
    this.#timing = { ...TIMING, ...timing }
    this.#pending = new PendingTransactions(this.#timing.linger)
  }

  get status(): MempoolStatus {
    return this.#status
  }

  /** Transactions by id, in the order in which they entered the mempool. */
  get transactions(): ReadonlyMap<Hex, TransactionEvent> {
    return this.#pending.transactions
  }

  /** Whether a pending transaction spends the output, or one that left the mempool a short while ago. */
  isSpent(reference: OutputReference): boolean {
    return this.#pending.isSpent(reference, performance.now())
  }

  /** Every output of which that is so. The same list as before while nothing changed. */
  spent(): readonly OutputReference[] {
    return this.#pending.spent(performance.now())
  }

  /** Watches until stopped, or until the server says that it has no mempool to show. */
  async run(): Promise<void> {
    const { signal } = this.#abort
    let failures = 0
    while (!signal.aborted) {
      const begun = this.#lastRead
      try {
        await this.#watch()
      } catch (error) {
        if (signal.aborted) break
        if (error instanceof NoMempool) return this.#end(error.message)
        failures = this.#lastRead > begun ? 0 : failures + 1
        this.#set({ state: 'waiting', problem: outsideText(error) })
        if (performance.now() - this.#lastRead > this.#timing.linger) this.#take(EMPTY)
      }
      await sleep(this.#delay(failures), undefined, { signal }).catch(() => {})
    }
    this.#end(null)
  }

  stop(): void {
    this.#abort.abort()
  }

  async #watch(): Promise<void> {
    const { timeout, pause } = this.#timing
    const { signal } = this.#abort
    const connection = await openConnection({ url: this.#url, timeout, signal })
    const unwatch = this.#keepAlive(connection)
    try {
      const next = mempoolSnapshots(connection)
      while (!signal.aborted) {
        const mempool = await next()
        this.#lastRead = performance.now()
        if (this.#status.state !== 'watching') this.#set({ state: 'watching', problem: null })
        this.#take(mempool)
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

  #take(mempool: Mempool): void {
    const change = this.#pending.replace(mempool, performance.now())
    if (change.came.length > 0 || change.left.length > 0) this.emit('changed', change)
  }

  #end(problem: string | null): void {
    this.#take(EMPTY)
    this.#set({ state: 'off', problem })
  }

  #delay(failures: number): number {
    const { retry, longestRetry } = this.#timing
    return Math.min(longestRetry, retry * 2 ** Math.min(failures, 16)) * (0.5 + 0.5 * this.#random())
  }

  #set(status: MempoolStatus): void {
    this.#status = status
    this.emit('status', status)
  }
}
