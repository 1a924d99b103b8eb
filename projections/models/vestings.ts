// Locks of tokens, one row each: quantity, end and redeemer. The row of a spent lock is kept, so that a spent lock is not taken for one
// that never existed.

import { model } from '../engine/fold/model.ts'
import { amount, hex, integer, nullable, text } from '../engine/table/column.ts'
import { desc, stateTable } from '../engine/table/table.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'

export const vestings = stateTable('vestings', {
  key: ['transaction_id', 'output_index'],
  columns: {
    /** Transaction id of the output. */
    transaction_id: hex,
    /** Index of the output. */
    output_index: integer,
    /** Asset id of the locked token. */
    token: text,
    /** Locked quantity, smallest units. */
    quantity: amount,
    /** End of the lock, POSIX milliseconds. */
    locked_until: amount,
    /** Hash of the key that may redeem the lock. */
    redeemer: hex,
    /** Raw address of the output. */
    address: hex,
    /** Transaction that redeemed the lock; null until it is redeemed. */
    spent_by: nullable(hex),
  },
  // In each index, unspent locks of a redeemer or token are adjacent, ordered by their end and then by the primary key, which SQLite
  // appends.
  indexes: {
    redeemer: ['redeemer', 'spent_by', 'locked_until'],
    token: ['token', 'spent_by', 'locked_until'],
    largest: ['token', 'spent_by', desc('quantity')],
  },
  topics: { redeemer: 'redeemer', token: 'token' },
})

export const vestingsModel = model<LaunchpadEvent>()({
  name: 'vestings',
  version: 1,
  tables: { vestings },
  on: {
    locked({ lock, token, quantity, lockedUntil, redeemer, address }, tables) {
      tables.vestings.change({ transaction_id: lock.transaction, output_index: lock.index }, () => ({
        token,
        quantity,
        locked_until: lockedUntil,
        redeemer,
        address,
        spent_by: null,
      }))
    },
    redeemed({ lock, transaction }, tables) {
      tables.vestings.change(
        { transaction_id: lock.transaction, output_index: lock.index },
        (row) => row && { ...row, spent_by: transaction },
      )
    },
  },
})
