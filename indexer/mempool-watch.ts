// Watches the node's mempool through Ogmios: which transactions are pending, arrived and left. The builder and the feed use the watch, but
// also work without it. While the connection is down, or if the server provides no mempool, no transaction is pending, and the status has
// the reason.
import { setTimeout as sleep } from 'node:timers/promises'
import { EventEmitter } from 'eventemitter3'
import type { TransactionEvent } from '../schema/events.ts'
import type { Waits } from '../schema/platform/backoff.ts'
import { Loop } from '../schema/platform/loop.ts'
import { outsideText } from '../schema/platform/message-of.ts'
import type { Hex, OutputReference } from '../schema/primitives.ts'
import type { MempoolState } from '../schema/reports.ts'
import { type Connection, openConnection } from './ogmios/connection.ts'
import { mempoolSnapshots, NoMempool } from './ogmios/mempool-snapshots.ts'
import { PendingTransactions } from './pending-transactions.ts'

interface MempoolStatus {
  readonly state: MempoolState
  /** Null while the mempool is watched. */
  readonly problem: string | null
}

/** Times in ms. */
export interface MempoolTiming {
  /** Limit of a health check, a handshake, and the reply to a ping. */
  readonly timeout: number
  /** Wait before a retry. It doubles each time, up to the longest wait. */
  readonly retry: number
  readonly longestRetry: number
  readonly pause: number
  readonly ping: number
  /** Time after the loss of the connection during which transactions still count as in flight. */
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

interface WatchEvents {
  changed: []
  status: [MempoolStatus]
}

export class MempoolWatch extends EventEmitter<WatchEvents> {
  readonly #url: string
  readonly #timing: MempoolTiming
  readonly #loop: Loop
  readonly #pending = new PendingTransactions()
  #status: MempoolStatus = { state: 'connecting', problem: null }
  #lastRead = 0

  /**
   * @param url URL of Ogmios
   * @param random returns random numbers from 0 to 1, which vary the waits before retries
   */
  constructor(url: string, random: () => number, timing: Partial<MempoolTiming> = {}) {
    super()
    this.#url = url
    this.#loop = new Loop({ random })
    this.#timing = { ...TIMING, ...timing }
  }

  get status(): MempoolStatus {
    return this.#status
  }

  get transactions(): ReadonlyMap<Hex, TransactionEvent> {
    return this.#pending.transactions
  }

  get inFlight(): ReadonlyMap<Hex, TransactionEvent> {
    return this.#pending.inFlight
  }

  isSpent(reference: OutputReference): boolean {
    return this.#pending.isSpent(reference)
  }

  spent(): readonly OutputReference[] {
    return this.#pending.spent()
  }

  /** The models contain the slot's block, so transactions that left the mempool before it are no longer in flight. */
  folded(slot: number): void {
    this.#tell(this.#pending.folded(slot))
  }

  /** Ends when it is stopped, or when the server reports that it provides no mempool. */
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
    if (performance.now() - this.#lastRead > gracePeriod) this.#tell(this.#pending.clear())
    return { first: retry, longest: longestRetry }
  }

  async #watch(succeeded: () => void): Promise<void> {
    const { timeout, pause } = this.#timing
    const { signal } = this.#loop
    const connection = await openConnection({ url: this.#url, timeout, signal, use: 'mempool' })
    const unwatch = this.#keepAlive(connection)
    try {
      const next = mempoolSnapshots(connection)
      while (!signal.aborted) {
        const snapshot = await next()
        this.#lastRead = performance.now()
        succeeded()
        if (this.#status.state !== 'watching') this.#set({ state: 'watching', problem: null })
        this.#tell(this.#pending.replace(snapshot))
        await sleep(pause, undefined, { signal }).catch(() => {})
      }
    } finally {
      unwatch()
      connection.drop()
    }
  }

  /**
   * Drops a connection that does not reply to pings. A snapshot comes only after a change of the mempool, so a missing one does not show a
   * lost connection.
   */
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

  #tell(hasChanged: boolean): void {
    if (hasChanged) this.emit('changed')
  }

  #end(problem: string | null): void {
    this.#tell(this.#pending.clear())
    this.#set({ state: 'off', problem })
  }

  #set(status: MempoolStatus): void {
    this.#status = status
    this.emit('status', status)
  }
}
