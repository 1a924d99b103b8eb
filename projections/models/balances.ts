// What the addresses of a payment key hold of a token whose launch was seen, whatever their stake parts. What waits in
// an order or is locked is at a script's address, so it is in nobody's balance.
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
    key_hash: hex,
    /** Smallest units, from 1. */
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
