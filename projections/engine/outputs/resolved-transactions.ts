// The transactions of a block with the outputs that they spend.
import type { KeptBlock, TransactionEvent } from '../../../schema/events.ts'
import type { Hex } from '../../../schema/primitives.ts'
import type { TransactionView } from './transaction-view.ts'
import type { UtxoSet } from './utxo-set.ts'

/**
 * Outputs are spent and created when their transaction is read, because all outputs of a block could take hundreds of megabytes. One
 * generator reads all blocks: with a generator per block, V8 would keep each block in memory until a full garbage collection, and folding
 * would take a third longer.
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
 * A block at or before the log's base. The log keeps its transactions with events whole, and of the others only the outputs that are needed
 * later.
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
