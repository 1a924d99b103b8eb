// Holders of each token whose launch was seen, largest first, and their number. Tokens in a pool or in an order have no
// holder; locked tokens are held by the address of the lock. Addresses are stored as text, since equal quantities are
// listed in the order of that text.
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
    /** Address as text: bech32, or base58 for a Byron one. */
    address: text,
    /** Quantity received since the launch, smallest units, at least 1. */
    quantity: natural,
  },
  indexes: { largest: ['pool', desc('quantity'), 'address'] },
  topics: { pool: 'pool' },
})

export const holderTotals = stateTable('holder_totals', {
  key: ['pool'],
  columns: {
    /** Id of the pool of the token. */
    pool: integer,
    /** Number of addresses that hold the token. */
    holders: integer,
    /** Payment key hash of the creator; null if unknown. */
    dev_key: nullable(hex),
    /** Stake key hash of the creator, empty if it has none; null if the creator is unknown. */
    dev_stake: nullable(hex),
  },
  topics: { pool: 'pool' },
})

/** Whether what moved was in a pool or an order. */
const isReserve = ({ role }: Moved): boolean => role === 'curve' || role === 'amm' || role === 'order'

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
