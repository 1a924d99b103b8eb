// Which coins a transaction may spend, in the order of preference: those on the chain, then the change of transactions
// that are not in a block yet. Pending change is not listed as a wallet's outputs, since it is not certain. But without it a wallet with few
// coins could place few orders a block, and a node takes a transaction that follows another in its mempool.
import { paymentCredential } from '../../../schema/codecs/address.ts'
import { formatOutputReference, type Hex, type OutputReference } from '../../../schema/primitives.ts'
import type { MempoolView } from '../../mempool-view.ts'
import { RecentTransactions } from '../recent-transactions.ts'
import type { Owner } from '../recipes/owner.ts'
import type { Utxo } from '../transaction/utxo.ts'
import type { CoinGroups, Submission, TransactionBuilder } from '../transaction-builder.ts'

/** Coins that a request names. */
export interface CoinsAsked {
  readonly owner: Owner
  /** Outputs of the request; undefined for those of the owner's key. */
  readonly items?: readonly string[] | undefined
  /** Name of their field, for messages; default `utxos`. */
  readonly field?: string
  /** A token that is to be spent. */
  readonly token?: string
}

export class Spending {
  readonly #builder: Pick<TransactionBuilder, 'coins'>
  readonly #mempool: MempoolView
  readonly #recent: RecentTransactions

  /** @param clock milliseconds that only grow */
  constructor(builder: Pick<TransactionBuilder, 'coins'>, mempool: MempoolView, clock: () => number) {
    this.#builder = builder
    this.#mempool = mempool
    this.#recent = new RecentTransactions(clock)
  }

  /** @throws {BuildError} `INVALID_REQUEST` when an item of the request is no output */
  async coinsFor({ owner, items, field = 'utxos', token }: CoinsAsked): Promise<CoinGroups> {
    if (items !== undefined)
      return this.#inGroups(await this.#builder.coins({ from: 'request', field, items }), [])
    const keyHash = owner.pkh
    const confirmed = await this.#builder.coins({
      from: 'chain',
      keyHash,
      ...(token === undefined ? {} : { token }),
    })
    const known = new Set(confirmed.map(({ reference }) => formatOutputReference(reference)))
    const pending = new Map(
      [...this.#pendingOutputs(keyHash), ...this.#recent.outputsOf(keyHash)]
        .map((utxo) => [formatOutputReference(utxo.reference), utxo] as const)
        .filter(([reference]) => !known.has(reference)),
    )
    return this.#inGroups(confirmed, [...pending.values()])
  }

  /** Takes note of what the node took. */
  submitted(submission: Submission): void {
    this.#recent.add(submission)
  }

  /** Whether a transaction is pending, or was submitted here before. */
  isKnown(id: string): boolean {
    return this.#recent.has(id) || this.#mempool.transactions.has(id)
  }

  /** The address of an output of a transaction that is pending, raw bytes. */
  pendingAddressOf(reference: OutputReference): Hex | undefined {
    const pending = this.#mempool.transactions.get(reference.transaction)
    return (
      pending?.outputs[reference.index - pending.firstOutput]?.address ??
      this.#recent.output(reference)?.output.address
    )
  }

  isSpent(reference: OutputReference): boolean {
    return this.#mempool.isSpent(reference) || this.#recent.isSpent(reference)
  }

  #inGroups(confirmed: readonly Utxo[], pending: readonly Utxo[]): CoinGroups {
    const isFree = ({ reference }: Utxo): boolean => !this.isSpent(reference)
    return [confirmed.filter(isFree), pending.filter(isFree)]
  }

  /** Outputs to a key of the transactions in the mempool. */
  #pendingOutputs(keyHash: string): Utxo[] {
    const found: Utxo[] = []
    for (const { id, outputs, firstOutput } of this.#mempool.transactions.values())
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
