// Transactions that were recently submitted through this process. Their inputs must not be spent again, but their outputs may be. This
// record is needed because the service sees a change of the node's mempool with a delay, and the read models contain only blocks.
import { paymentCredential } from '../../schema/codecs/address.ts'
import type { Uptime } from '../../schema/platform/clocks.ts'
import { formatOutputReference, type Hex, type OutputReference } from '../../schema/primitives.ts'
import type { Utxo } from './transaction/utxo.ts'
import type { Submission } from './transaction-builder.ts'

/** After this time, most transactions are in a block. */
const REMEMBERED_MS = 60_000

/** Kept to recognise a transaction that is submitted again. */
const MOST_IDS = 10_000

interface Entry {
  readonly until: number
  readonly made: readonly Utxo[]
  readonly spent: readonly string[]
}

export class RecentTransactions {
  readonly #entries = new Map<Hex, Entry>()
  /** Only the last transaction that spends an output counts: the node has dropped any earlier one. */
  readonly #spent = new Map<string, Hex>()
  /** In the order of their last submissions, with the outputs that they spend. */
  readonly #ids = new Map<Hex, { readonly at: Uptime; readonly spent: readonly OutputReference[] }>()
  #forkedAt: Uptime | undefined

  readonly #clock: () => Uptime

  constructor(clock: () => Uptime) {
    this.#clock = clock
  }

  /** The node accepted the transaction. */
  add({ id, spent, made }: Submission): void {
    this.#forget()
    const references = spent.map(formatOutputReference)
    this.#entries.delete(id)
    this.#entries.set(id, { until: this.#clock() + REMEMBERED_MS, made, spent: references })
    for (const reference of references) this.#spent.set(reference, id)
    this.#ids.delete(id)
    this.#ids.set(id, { at: this.#clock(), spent })
    const [oldest] = this.#ids.keys()
    if (this.#ids.size > MOST_IDS && oldest !== undefined) this.#ids.delete(oldest)
  }

  /**
   * True for the last 10,000 submissions. A fork may drop the submissions before it, so they count only until the mempool is known again, a
   * minute after the fork.
   */
  has(id: Hex): boolean {
    const submittedAt = this.#ids.get(id)?.at
    if (submittedAt === undefined || this.#forkedAt === undefined) return submittedAt !== undefined
    return submittedAt > this.#forkedAt || this.#clock() < this.#forkedAt + REMEMBERED_MS
  }

  /**
   * The node accepted a later transaction that spends the same output.
   * @param isUnspent the chain has the output; then a transaction that spends it and was submitted over a minute ago was dropped too
   */
  wasDropped(id: Hex, isUnspent: (reference: OutputReference) => boolean): boolean {
    this.#forget()
    const { spent = [] } = this.#ids.get(id) ?? {}
    if (!this.#entries.has(id) && spent.some(isUnspent)) return true
    const names = new Set(spent.map(formatOutputReference))
    const last = [...this.#ids].findLast(([, other]) =>
      other.spent.some((reference) => names.has(formatOutputReference(reference))),
    )
    return last !== undefined && last[0] !== id
  }

  forked(): void {
    this.#forkedAt = this.#clock()
  }

  isSpent(reference: OutputReference): boolean {
    this.#forget()
    return this.#spent.has(formatOutputReference(reference))
  }

  /** Formatted by `formatOutputReference`. */
  spent(): Iterable<string> {
    this.#forget()
    return this.#spent.keys()
  }

  /** The output may already be spent. */
  output({ transaction, index }: OutputReference): Utxo | undefined {
    this.#forget()
    return this.#entries.get(transaction)?.made.find(({ reference }) => reference.index === index)
  }

  /** Includes spent outputs. */
  outputsOf(keyHash: Hex): Utxo[] {
    this.#forget()
    return [...this.#entries.values()].flatMap(({ made }) =>
      made.filter(({ output }) => {
        const credential = paymentCredential(output.address)
        return credential?.kind === 'key' && credential.hash === keyHash
      }),
    )
  }

  #forget(): void {
    const now = this.#clock()
    for (const [id, { until, spent }] of this.#entries) {
      if (until > now) break
      this.#entries.delete(id)
      for (const reference of spent) if (this.#spent.get(reference) === id) this.#spent.delete(reference)
    }
  }
}
