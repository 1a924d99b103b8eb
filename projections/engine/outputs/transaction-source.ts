// A source of events that is a function of each transaction and of the outputs that it spends. The engine keeps the UTxO set for it, so it
// has no state of its own and nothing to roll back.
import type { Hex } from '../../../schema/primitives.ts'
import type { EventSource } from '../fold/event-source.ts'
import { keptTransactions, resolvedTransactions } from './resolved-transactions.ts'
import type { TransactionView } from './transaction-view.ts'
import { firstOutput, transactions, UtxoSet, utxos } from './utxo-set.ts'

/** Raised when equal blocks would result in other rows of the UTxO set. */
export const UTXO_SET_VERSION = 1

export interface TransactionSource<Event> {
  /** Raised whenever equal transactions would result in other events, or other outputs are kept; the log is then folded again. */
  readonly version: number | string
  /** Whether outputs of an address, in hex, are kept until they are spent. Without it all are; of others `spent` has undefined. */
  readonly keeps?: (address: Hex) => boolean
  /** The events of a transaction, in order. It depends on nothing else. */
  eventsOf(view: TransactionView): readonly Event[]
}

/** Describes a source; called as `source<Event>({ version, keeps, eventsOf })`. */
export const source = <Event extends { readonly kind: string }>(
  described: TransactionSource<Event>,
): TransactionSource<Event> => described

/**
 * The source with its UTxO set, as the engine folds it.
 * @param timeOf Unix seconds at which a slot begins
 */
export const withUtxoSet = <Event>(
  { version, keeps, eventsOf }: TransactionSource<Event>,
  timeOf: (slot: number) => number,
): EventSource<Event> => ({
  tables: [firstOutput, transactions, utxos],
  version: JSON.stringify([UTXO_SET_VERSION, version]),
  timeOf,
  open(database, context) {
    const set = new UtxoSet(database, context, { keeps, keepsDatum: () => true })
    return {
      eventsOf({ point: { slot }, transactions: made, base }) {
        set.beginBlock(slot)
        const events: Event[] = []
        const views = base === undefined ? resolvedTransactions(set, made) : keptTransactions(set, base)
        for (const view of views) events.push(...eventsOf(view))
        return events
      },
      flush: () => set.flush(),
      reset: () => set.reset(),
    }
  },
})
