// The transactions in flight, and the outputs that they spend. A transaction that left the mempool is usually in a block that the models do
// not contain yet. So such a transaction stays in flight until the models have passed the slot of the first snapshot without it. Otherwise
// a pending order would disappear before its block is shown.
import type { TransactionEvent } from '../schema/events.ts'
import { formatOutputReference, type Hex, type OutputReference } from '../schema/primitives.ts'
import type { MempoolSnapshot } from './ogmios/mempool-snapshots.ts'

/** Transactions that have left the mempool and are still in flight. Above this number, the oldest are dropped. */
const MOST_LEFT = 10_000

interface Left {
  readonly transaction: TransactionEvent
  /** Slot of the first snapshot without the transaction. Its block has this slot or an earlier one. */
  readonly slot: number
}

const NONE: ReadonlyMap<Hex, TransactionEvent> = new Map()

export class PendingTransactions {
  #mempool = NONE
  readonly #left = new Map<Hex, Left>()
  #inFlight = NONE
  #spent: ReadonlyMap<string, OutputReference> = new Map()
  #spentList: readonly OutputReference[] = []

  /** Sub-transactions have their own entries. Order of arrival. */
  get transactions(): ReadonlyMap<Hex, TransactionEvent> {
    return this.#mempool
  }

  /** First those that have left the mempool, then those of the last snapshot. */
  get inFlight(): ReadonlyMap<Hex, TransactionEvent> {
    return this.#inFlight
  }

  /** @returns whether a transaction came or left */
  replace({ slot, transactions }: MempoolSnapshot): boolean {
    const before = this.#mempool
    const next = new Map<Hex, TransactionEvent>()
    for (const transaction of [...transactions.values()].flat()) next.set(transaction.id, transaction)
    const came = [...next.values()].filter(({ id }) => !before.has(id))
    const left = [...before.values()].filter(({ id }) => !next.has(id))
    if (came.length === 0 && left.length === 0) return false
    this.#mempool = next
    for (const transaction of left) this.#left.set(transaction.id, { transaction, slot })
    const spent = new Set(came.flatMap(({ inputs }) => inputs.map(formatOutputReference)))
    // The node has dropped a transaction whose input a new transaction spends.
    for (const [id, { transaction }] of this.#left)
      if (next.has(id) || transaction.inputs.some((input) => spent.has(formatOutputReference(input))))
        this.#left.delete(id)
    for (const id of this.#left.keys()) {
      if (this.#left.size <= MOST_LEFT) break
      this.#left.delete(id)
    }
    this.#derive()
    return true
  }

  /**
   * The models contain the slot's block, so transactions that left the mempool before it are no longer pending.
   * @returns whether there were such transactions
   */
  folded(slot: number): boolean {
    const before = this.#left.size
    for (const [id, left] of this.#left) if (left.slot <= slot) this.#left.delete(id)
    if (this.#left.size === before) return false
    this.#derive()
    return true
  }

  /**
   * Called when nothing is known about the mempool any more.
   * @returns whether there were transactions in flight
   */
  clear(): boolean {
    if (this.#inFlight.size === 0) return false
    this.#mempool = NONE
    this.#left.clear()
    this.#derive()
    return true
  }

  isSpent(reference: OutputReference): boolean {
    return this.#spent.has(formatOutputReference(reference))
  }

  /** The array is the same object until it changes. */
  spent(): readonly OutputReference[] {
    return this.#spentList
  }

  #derive(): void {
    this.#inFlight = new Map([
      ...Array.from(this.#left, ([id, { transaction }]) => [id, transaction] as const),
      ...this.#mempool,
    ])
    const spent = new Map<string, OutputReference>()
    for (const { inputs } of this.#inFlight.values())
      for (const { transaction, index } of inputs) {
        const reference = { transaction, index }
        spent.set(formatOutputReference(reference), reference)
      }
    const isSame = spent.size === this.#spent.size && [...spent.keys()].every((key) => this.#spent.has(key))
    if (isSame) return
    this.#spent = spent
    this.#spentList = [...spent.values()]
  }
}
