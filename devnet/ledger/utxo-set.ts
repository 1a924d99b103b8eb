// Unspent outputs. A set may be a layer over another set, and then stores only the differences. So the mempool's state is a layer over the
// ledger's outputs. Applying a transaction returns the outputs that it spent and created, so that it can be undone.
import { formatOutputReference, type Hex, type OutputReference } from '../../schema/primitives.ts'
import { wholeBatch } from './nesting.ts'
import type { LedgerUtxo } from './output.ts'
import type { LedgerTransaction } from './transaction.ts'

export interface Change {
  readonly spent: readonly LedgerUtxo[]
  readonly made: readonly LedgerUtxo[]
}

export interface UtxoView {
  get(reference: OutputReference): LedgerUtxo | undefined
}

/** The collaterals if the transaction declares that its scripts fail. */
const spentBy = (transaction: LedgerTransaction): readonly OutputReference[] =>
  transaction.valid ? transaction.inputs : transaction.collaterals

/** Only the collateral return if the transaction declares that its scripts fail. */
const madeBy = (transaction: LedgerTransaction): LedgerUtxo[] => {
  const at = (index: number): OutputReference => ({ transaction: transaction.id, index })
  if (transaction.valid) return transaction.outputs.map((output, index) => ({ reference: at(index), output }))
  const output = transaction.collateralReturn
  return output === undefined ? [] : [{ reference: at(transaction.outputs.length), output }]
}

export class UtxoSet implements UtxoView {
  readonly #base: UtxoView | undefined
  readonly #utxos = new Map<string, LedgerUtxo>()
  /** Spent entries of the base. */
  readonly #hidden = new Set<string>()
  readonly #byAddress = new Map<Hex, Set<string>>()

  constructor(base?: UtxoView) {
    this.#base = base
  }

  get(reference: OutputReference): LedgerUtxo | undefined {
    const key = formatOutputReference(reference)
    return this.#utxos.get(key) ?? (this.#hidden.has(key) ? undefined : this.#base?.get(reference))
  }

  add(utxo: LedgerUtxo): void {
    const key = formatOutputReference(utxo.reference)
    this.#utxos.set(key, utxo)
    const keys = this.#byAddress.get(utxo.output.address)
    if (keys === undefined) this.#byAddress.set(utxo.output.address, new Set([key]))
    else keys.add(key)
  }

  /** Does nothing if the set does not contain the UTxO. */
  remove(utxo: LedgerUtxo): void {
    const key = formatOutputReference(utxo.reference)
    if (!this.#utxos.delete(key)) this.#hidden.add(key)
    const keys = this.#byAddress.get(utxo.output.address)
    keys?.delete(key)
    if (keys?.size === 0) this.#byAddress.delete(utxo.output.address)
  }

  /** The outputs without those of the base. */
  values(): Iterable<LedgerUtxo> {
    return this.#utxos.values()
  }

  /**
   * The outputs without those of the base.
   * @param address raw bytes
   */
  at(address: Hex): LedgerUtxo[] {
    return [...(this.#byAddress.get(address) ?? [])].flatMap((key) => this.#utxos.get(key) ?? [])
  }

  /** @throws {Error} if a spent output does not exist, because the transaction was not checked */
  apply(transaction: LedgerTransaction): Change {
    const batch = wholeBatch(transaction)
    const spent = batch.flatMap(spentBy).map((reference) => {
      const utxo = this.get(reference)
      if (utxo === undefined) throw new Error(`${formatOutputReference(reference)} is not in the set`)
      return utxo
    })
    const made = batch.flatMap(madeBy)
    for (const utxo of spent) this.remove(utxo)
    for (const utxo of made) this.add(utxo)
    return { spent, made }
  }

  undo({ spent, made }: Change): void {
    for (const utxo of made) this.remove(utxo)
    for (const utxo of spent) this.add(utxo)
  }
}
