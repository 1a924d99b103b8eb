// The transactions of a block with the outputs that they spend.
import type { KeptBlock, TransactionEvent } from '../../../schema/events.ts'
import type { Hex } from '../../../schema/primitives.ts'
import type { TransactionView } from './transaction-view.ts'
import type { UtxoSet } from './utxo-set.ts'

/**
 * Spends and creates the outputs of each transaction when the transaction is read, since all outputs that a block spends could take
 * hundreds of megabytes. One generator reads all blocks. A separate generator for each block would add a third to the folding time, because
 * V8 would keep each block in memory until the next full garbage collection.
 */
export function* resolvedTransactions(
  set: UtxoSet,
  transactions: readonly TransactionEvent[],
): Generator<TransactionView> {
  for (const transaction of transactions) {
    const spent = set.spend(transaction)
    const position = set.create(transaction)
    yield { transaction, position, spent }
  }
}

/**
 * Folds a block at or before the log's base. Of such a block, the log keeps the transactions with events whole. Of the other transactions,
 * the log keeps only the outputs that are needed later.
 * @param onPolicy gets each policy whose tokens a transaction without events mints or burns, in order
 * @returns the transactions with events
 */
export function* keptTransactions(
  set: UtxoSet,
  { transactions, policies }: KeptBlock,
  onPolicy: (policy: Hex) => void = () => {},
): Generator<TransactionView> {
  let next = 0
  const policiesBefore = (index: number): void => {
    for (; (policies[next]?.index ?? index) < index; next++) onPolicy(policies[next]?.policy ?? '')
  }
  for (const kept of transactions) {
    const { whole, index } = kept
    policiesBefore(index)
    if (whole === undefined) {
      set.restore(kept)
      continue
    }
    const spent = set.spend(whole)
    yield { transaction: whole, position: set.restore(kept), spent }
  }
  policiesBefore(Number.POSITIVE_INFINITY)
}
