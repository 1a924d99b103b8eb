// The transactions in the node's mempool, and the outputs that they spend. An output counts as spent for some more time after its
// transaction left: the transaction usually left for a block that the models do not contain yet.
import type { TransactionEvent } from '../schema/events.ts'
import { formatOutputReference, type Hex, type OutputReference } from '../schema/primitives.ts'
import type { Mempool } from './ogmios/mempool-snapshots.ts'

/** Change of the mempool between two snapshots. */
export interface MempoolChange {
  readonly came: readonly TransactionEvent[]
  readonly left: readonly TransactionEvent[]
}

interface Spent {
  readonly reference: OutputReference
  /** Time until which the output counts as spent; infinity while its transaction is in the mempool. */
  readonly until: number
}

export class PendingTransactions {
  readonly #gracePeriod: number
  #transactions: ReadonlyMap<Hex, TransactionEvent> = new Map()
  readonly #spent = new Map<string, Spent>()
  #left: { readonly until: number; readonly inputs: readonly OutputReference[] }[] = []
  #spentList: readonly OutputReference[] | undefined

  /** @param gracePeriod time in ms for which outputs stay spent after their transaction left */
  constructor(gracePeriod: number) {
    this.#gracePeriod = gracePeriod
  }

  /** Transactions and sub-transactions by id, in the order in which they entered the mempool. */
  get transactions(): ReadonlyMap<Hex, TransactionEvent> {
    return this.#transactions
  }

  /**
   * Replaces the last snapshot.
   * @param now milliseconds of a monotonic clock
   */
  replace(mempool: Mempool, now: number): MempoolChange {
    const before = this.#transactions
    const next = new Map<Hex, TransactionEvent>()
    for (const transaction of [...mempool.values()].flat()) next.set(transaction.id, transaction)
    this.#transactions = next
    this.#forget(now)
    const left = [...before.values()].filter(({ id }) => !next.has(id))
    for (const { inputs } of left) {
      const until = now + this.#gracePeriod
      this.#left.push({ until, inputs })
      this.#spend(inputs, until)
    }
    const came = [...next.values()].filter(({ id }) => !before.has(id))
    for (const { inputs } of came) this.#spend(inputs, Number.POSITIVE_INFINITY)
    return { came, left }
  }

  /** Whether the output is spent by a transaction in the mempool, or by one that left recently. */
  isSpent(reference: OutputReference, now: number): boolean {
    this.#forget(now)
    return this.#spent.has(formatOutputReference(reference))
  }

  /** All outputs for which `isSpent` is true. The array is the same object until the mempool changes. */
  spent(now: number): readonly OutputReference[] {
    this.#forget(now)
    this.#spentList ??= Array.from(this.#spent.values(), ({ reference }) => reference)
    return this.#spentList
  }

  #spend(inputs: readonly OutputReference[], until: number): void {
    this.#spentList = undefined
    for (const { transaction, index } of inputs) {
      const reference = { transaction, index }
      this.#spent.set(formatOutputReference(reference), { reference, until })
    }
  }

  /** Drops outputs that have been spent for long enough. */
  #forget(now: number): void {
    while (this.#left[0] !== undefined && this.#left[0].until <= now) {
      this.#spentList = undefined
      for (const input of this.#left.shift()?.inputs ?? []) {
        const key = formatOutputReference(input)
        if ((this.#spent.get(key)?.until ?? 0) <= now) this.#spent.delete(key)
      }
    }
  }
}
