// A source of events that is a function of each transaction and of the outputs it spends. The engine keeps the UTxO set for the source, so
// the source has no state and nothing to roll back.
import type { Hex } from '../../../schema/primitives.ts'
import type { EventSource } from '../fold/event-source.ts'
import { keptTransactions, resolvedTransactions } from './resolved-transactions.ts'
import type { TransactionView } from './transaction-view.ts'
import { firstOutput, transactions, UtxoSet, utxos } from './utxo-set.ts'

/** Increased when the same blocks would result in other rows of the UTxO set. */
const UTXO_SET_VERSION = 1

export interface TransactionSource<Event> {
  /** Changed whenever the same transactions give other events, or other outputs are kept. The log is then folded again. */
  readonly version: number | string
  /**
   * Outputs at these addresses (hex) are kept until they are spent; all, if not given. If an input's output was not kept, `spent` has
   * undefined.
   */
  readonly keeps?: (address: Hex) => boolean
  /** The events must depend only on the transaction and the outputs that it spends. */
  eventsOf(view: TransactionView): readonly Event[]
}

/** Called as `source<Event>({ version, keeps, eventsOf })`. */
export const source = <Event extends { readonly kind: string }>(
  described: TransactionSource<Event>,
): TransactionSource<Event> => described

/** @param timeOf Unix seconds at which a slot begins */
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
