// Who holds a token whose launch was seen, largest first, and how many they are. What lies in a pool or waits in an
// order is held by nobody yet; what is locked is held by the lock's address. Addresses are kept as they are shown, since
// equal quantities are listed in the order of that text.
import { formatAddress } from '../../schema/codecs/address.ts'
import { model } from '../engine/fold/model.ts'
import { hex, integer, natural, nullable, text } from '../engine/table/column.ts'
import { desc, stateTable } from '../engine/table/table.ts'
import type { LaunchpadEvent, Moved } from '../interpret/events.ts'

export const holders = stateTable('holders', {
  key: ['pool', 'address'],
  columns: {
    /** Id of the token's pool. */
    pool: integer,
    address: text,
    /** Smallest units that came since the launch, from 1. A token that anybody may mint can be held in any number. */
    quantity: natural,
  },
  indexes: { largest: ['pool', desc('quantity'), 'address'] },
  topics: { pool: 'pool' },
})

export const holderTotals = stateTable('holder_totals', {
  key: ['pool'],
  columns: {
    pool: integer,
    holders: integer,
    /** Key hashes of who launched it; the stake key is empty where it is not known. Null when nobody is named. */
    dev_key: nullable(hex),
    dev_stake: nullable(hex),
  },
  topics: { pool: 'pool' },
})

/** Whether what moved was in a pool or an order. */
export const isReserve = ({ role }: Moved): boolean => role === 'curve' || role === 'amm' || role === 'order'

export const holdersModel = model<LaunchpadEvent>()({
  name: 'holders',
  version: 1,
  tables: { holders, holderTotals },
  on: {
    launched({ poolId, info: { author } }, tables) {
      tables.holderTotals.change({ pool: poolId }, (row) => ({
        holders: row?.holders ?? 0,
        dev_key: author?.paymentKey ?? null,
        dev_stake: author?.stakeKey ?? null,
      }))
    },
    moved(event, tables) {
      if (isReserve(event)) return
      const address = formatAddress(event.owner)
      for (const { poolId: pool, delta } of event.tokens) {
        let change = 0
        tables.holders.change({ pool, address }, (row) => {
          const quantity = (row?.quantity ?? 0n) + delta
          change = (quantity === 0n ? 0 : 1) - (row === undefined ? 0 : 1)
          return quantity === 0n ? null : { quantity }
        })
        if (change !== 0)
          tables.holderTotals.change({ pool }, (row) => row && { ...row, holders: row.holders + change })
      }
    },
  },
})
