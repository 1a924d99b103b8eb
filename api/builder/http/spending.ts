// Finds the coins that a transaction may spend: the models' unspent outputs, minus the inputs of pending transactions, plus the outputs of
// these transactions. A transaction is pending if it is in flight or was submitted here. `/getUtxos` does not list the change of pending
// transactions, since this change is not certain. The builder may spend it. Otherwise a wallet with few coins could place only few orders
// per block. Nodes accept such chains of transactions.
import { paymentCredential } from '../../../schema/codecs/address.ts'
import type { Uptime } from '../../../schema/platform/clocks.ts'
import { formatOutputReference, type Hex, type OutputReference } from '../../../schema/primitives.ts'
import type { MempoolView } from '../../mempool-view.ts'
import { RecentTransactions } from '../recent-transactions.ts'
import type { Owner } from '../recipes/owner.ts'
import type { Utxo } from '../transaction/utxo.ts'
import type { Submission } from '../transaction-builder.ts'
import type { WantedCoins } from '../wanted-coins.ts'

interface WantedBy {
  readonly owner: Owner
  /** Undefined for the outputs of the owner's key. */
  readonly items?: readonly string[] | undefined
  /** For messages; `utxos` if not given. */
  readonly field?: string
  readonly token?: string
}

interface ModelsView {
  /** The models contain the output. */
  isUnspent(reference: OutputReference): boolean
  /** The models contain the node's newest block. */
  areCurrent(): boolean
}

export class Spending {
  readonly #recent: RecentTransactions
  readonly #mempool: MempoolView
  readonly #models: ModelsView

  constructor(mempool: MempoolView, clock: () => Uptime, models: ModelsView) {
    this.#mempool = mempool
    this.#models = models
    this.#recent = new RecentTransactions(clock)
  }

  /** The builder's thread finds the coins. */
  wantedFor({ owner, items, field = 'utxos', token }: WantedBy): WantedCoins {
    const spent = [...this.#mempool.spent().map(formatOutputReference), ...this.#recent.spent()]
    if (items !== undefined) return { source: { from: 'request', field, items }, spent, pending: [] }
    const keyHash = owner.pkh
    return {
      source: { from: 'chain', keyHash, ...(token === undefined ? {} : { token }) },
      spent,
      pending: [...this.#pendingOutputs(keyHash), ...this.#recent.outputsOf(keyHash)],
    }
  }

  /** The node accepted the transaction. */
  submitted(submission: Submission): void {
    this.#recent.add(submission)
  }

  /** Transactions that were submitted here may have been undone. */
  forked(): void {
    this.#recent.forked()
  }

  /** Pending, or submitted through this process and not dropped by the node since. */
  isKnown(id: string): boolean {
    if (this.#mempool.inFlight.has(id)) return true
    const isWatched = this.#mempool.status.state === 'watching'
    return (
      this.#recent.has(id) &&
      !this.#recent.wasDropped(id, (reference) => isWatched && this.#models.isUnspent(reference))
    )
  }

  /**
   * Tells whether the mempool or the models show that one of the outputs is spent; true if there are none, or if they are not known. A node
   * whose mempool is not watched may have made and spent outputs that no block has.
   */
  knowsSpent(outputs: readonly OutputReference[]): boolean {
    const { state } = this.#mempool.status
    if (state === 'connecting' || state === 'waiting') return false
    if (outputs.length === 0 || outputs.some((each) => this.isSpent(each))) return true
    // Models that are behind may lack an output because its block is not folded yet.
    return this.#models.areCurrent() && outputs.some((each) => !this.#models.isUnspent(each))
  }

  /** Raw bytes. */
  pendingAddressOf(reference: OutputReference): Hex | undefined {
    const pending = this.#mempool.inFlight.get(reference.transaction)
    return (
      pending?.outputs[reference.index - pending.firstOutput]?.address ??
      this.#recent.output(reference)?.output.address
    )
  }

  isSpent(reference: OutputReference): boolean {
    return this.#mempool.isSpent(reference) || this.#recent.isSpent(reference)
  }

  #pendingOutputs(keyHash: string): Utxo[] {
    const found: Utxo[] = []
    for (const { id, outputs, firstOutput } of this.#mempool.inFlight.values())
      outputs.forEach(({ address, lovelace, assets, hasReferenceScript }, at) => {
        const credential = paymentCredential(address)
        if (credential?.kind !== 'key' || credential.hash !== keyHash || hasReferenceScript) return
        found.push({
          reference: { transaction: id, index: firstOutput + at },
          output: { address, lovelace, assets },
        })
      })
    return found
  }
}
