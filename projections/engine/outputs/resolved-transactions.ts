// The transactions of a block with the outputs that they spend.
import type { TransactionEvent } from '../../../schema/events.ts'
import type { TransactionView } from './transaction-view.ts'
import type { UtxoSet } from './utxo-set.ts'

/**
 * Spends and creates the outputs of each transaction when the transaction is read. All outputs that a block
 * spends could take hundreds of megabytes. A generator for each block would take a third of the folding time:
 * V8 gives each generator a map in the old generation, which keeps the block in memory until the next full
 * collection.
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
