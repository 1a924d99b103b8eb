// Balances of payment keys in each token whose launch was seen, over all of a key's addresses. Tokens in orders and locks are at a script's
// address, so no balance includes them.
import { paymentCredential } from '../../schema/codecs/address.ts'
import { model } from '../engine/fold/model.ts'
import { hex, integer, natural } from '../engine/table/column.ts'
import { stateTable } from '../engine/table/table.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'

export const balances = stateTable('balances', {
  key: ['pool', 'key_hash'],
  columns: {
    /** Id of the token's pool. */
    pool: integer,
    /** Payment key hash. */
    key_hash: hex,
    /** Quantity in smallest units, at least 1. */
    quantity: natural,
  },
  topics: { key_hash: 'key_hash' },
})

export const balancesModel = model<LaunchpadEvent>()({
  name: 'balances',
  version: 1,
  tables: { balances },
  on: {
    moved({ owner, tokens }, tables) {
      const credential = paymentCredential(owner)
      if (credential?.kind !== 'key') return
      for (const { poolId, delta } of tokens)
        tables.balances.change({ pool: poolId, key_hash: credential.hash }, (row) => {
          const quantity = (row?.quantity ?? 0n) + delta
          return quantity === 0n ? null : { quantity }
        })
    },
  },
})
