// A source of somebody who uses the engine. Its errors name it, since its author must correct it.
import { failureOf } from '../fold/fold-errors.ts'
import { slotOf } from '../table/table.ts'
import type { TransactionSource } from './transaction-source.ts'

/** @param name begins the messages: `the source of mints.ts` */
export const namedSource = <Event>(
  source: TransactionSource<Event>,
  name: string,
): TransactionSource<Event> => ({
  ...source,
  eventsOf(view) {
    try {
      return source.eventsOf(view)
    } catch (error) {
      throw failureOf(
        `${name} cannot read the transaction ${view.transaction.id}`,
        slotOf(view.position),
        error,
      )
    }
  },
})
