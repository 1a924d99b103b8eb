// Ogmios' mempool methods for one connection, from the service's own watch of the mempool: the snapshot that the client acquired, and how
// far the client has read it. Responses come in the order of the requests. An acquisition waits until the mempool differs from the previous
// snapshot.
import { ApiError } from '../../schema/errors.ts'
import { INVALID_REQUEST, MEMPOOL_NOT_ACQUIRED } from '../../schema/ogmios/codes.ts'
import type { Hex } from '../../schema/primitives.ts'
import type { MempoolView } from '../mempool-view.ts'
import type { MempoolMethod } from './requests.ts'

/** Has Ogmios' error code. */
export class MempoolRefusal extends Error {
  override readonly name = 'MempoolRefusal'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A single listener for the waiting clients of all connections. */
export class MempoolChanges {
  #waiting = new Set<() => void>()
  readonly mempool: MempoolView

  constructor(mempool: MempoolView) {
    this.mempool = mempool
    mempool.on('changed', () => this.wake())
  }

  wake(): void {
    const waiting = this.#waiting
    this.#waiting = new Set()
    for (const wake of waiting) wake()
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve)
    })
  }
}

export class MempoolSession {
  /** In the order of arrival. */
  #acquired: ReadonlySet<Hex> | undefined
  #unread: Iterator<Hex> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false

  readonly #changes: MempoolChanges
  readonly #slot: () => number

  /** @param slot of the service's newest block */
  constructor(changes: MempoolChanges, slot: () => number) {
    this.#changes = changes
    this.#slot = slot
  }

  /**
   * The result comes after those of earlier requests.
   * @throws {MempoolRefusal} if no snapshot is acquired, or a parameter is wrong
   * @throws {ApiError} SERVICE_UNAVAILABLE if the mempool is not watched
   */
  answer(
    method: MempoolMethod,
    params: { readonly fields?: unknown; readonly id?: unknown },
  ): Promise<unknown> {
    const result = this.#last.then(() => this.#result(method, params))
    this.#last = result.catch(() => {})
    return result
  }

  close(): void {
    this.#isClosed = true
    this.#changes.wake()
  }

  async #result(
    method: MempoolMethod,
    { fields, id }: { readonly fields?: unknown; readonly id?: unknown },
  ): Promise<unknown> {
    if (method === 'acquireMempool') return this.#acquire()
    const acquired = this.#acquired
    if (acquired === undefined) throw new MempoolRefusal(MEMPOOL_NOT_ACQUIRED, 'Acquire the mempool first.')
    if (method === 'releaseMempool') {
      this.#acquired = undefined
      return { released: 'mempool' }
    }
    // Ogmios also returns bytes, but the watch knows neither the size of transactions nor the limit of the node's mempool.
    if (method === 'sizeOfMempool') return { transactions: { count: acquired.size } }
    if (method === 'hasTransaction') {
      if (typeof id !== 'string' || !/^[0-9a-fA-F]{64}$/.test(id))
        throw new MempoolRefusal(INVALID_REQUEST, '"id" must be a transaction id of 64 hex digits.')
      return acquired.has(id.toLowerCase())
    }
    if (fields !== undefined)
      throw new MempoolRefusal(INVALID_REQUEST, '"fields" is not served here: only ids of transactions are.')
    const next = this.#unread?.next()
    return { transaction: next === undefined || next.done === true ? null : { id: next.value } }
  }

  async #acquire(): Promise<unknown> {
    const { mempool } = this.#changes
    const isUnchanged = (): boolean => {
      const ids = mempool.transactions
      return this.#acquired?.size === ids.size && [...this.#acquired].every((id) => ids.has(id))
    }
    while (!this.#isClosed && isUnchanged()) await this.#changes.next()
    const { state, problem } = mempool.status
    if (state !== 'watching')
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        `The mempool is not watched now${problem === null ? '' : `: ${problem}`}`,
      )
    this.#acquired = new Set(mempool.transactions.keys())
    this.#unread = this.#acquired.values()
    return { acquired: 'mempool', slot: this.#slot() }
  }
}
