// The transactions of a block with the outputs that they spend.
import type { TransactionEvent } from '../../../schema/events.ts'
import type { TransactionView } from './transaction-view.ts'
import type { UtxoSet } from './utxo-set.ts'

/**
 * Spends and creates the outputs of each transaction when it is read: the assets of all outputs that a block spends can take hundreds of
 * megabytes. A generator made for each block would cost a third of the time of folding: V8 gives each generator function a map in the old
 * generation, which keeps the block in memory until the next full collection.
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
