// Holders of each token whose launch was seen, the number of holders, the token's first buyers, and each creator's record. Addresses are
// stored as text, because equal quantities are sorted by that text.
import { formatAddress, paymentCredential } from '../../schema/codecs/address.ts'
import { type EventPlace, model } from '../engine/fold/model.ts'
import { hex, integer, natural, nullable, text } from '../engine/table/column.ts'
import type { StateRows } from '../engine/table/rows.ts'
import { desc, stateTable } from '../engine/table/table.ts'
import type { LaunchpadEvent, Matched, Moved, Traded } from '../interpret/events.ts'

/**
 * Addresses that hold each token whose launch was seen. Pools and orders do not count as holders. Locked tokens belong to the lock's
 * address.
 */
export const holders = stateTable('holders', {
  key: ['pool', 'address'],
  columns: {
    /** Id of the token's pool. */
    pool: integer,
    /** Address as text: bech32, or base58 for a Byron address. */
    address: text,
    /** Quantity received since the launch, smallest units, at least 1. */
    quantity: natural,
  },
  indexes: { largest: ['pool', desc('quantity'), 'address'] },
  topics: { pool: 'pool' },
})

/** For each token whose launch was seen: the number of its holders, and its creator. */
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
    /** Height of the block of the launch. */
    launched: integer,
  },
  topics: { pool: 'pool' },
})

/** Keys, except the creator's, that bought a token in the block of its launch or in one of the next three blocks. */
export const firstBuyers = stateTable('first_buyers', {
  key: ['pool', 'key_hash'],
  columns: {
    /** Id of the token's pool. */
    pool: integer,
    /** Payment key hash of the address that bought. */
    key_hash: hex,
  },
})

/** Blocks after the launch's block. */
const FIRST_BLOCKS = 3

/** Number of tokens that each creator launched, and how many of them graduated. */
export const creators = stateTable('creators', {
  key: ['key_hash'],
  columns: {
    /** Payment key hash. */
    key_hash: hex,
    /** Number of tokens that the key launched. */
    launched: integer,
    /** Number of the launched tokens that graduated. */
    graduated: integer,
  },
})

const isReserve = ({ role }: Moved): boolean => role === 'curve' || role === 'amm' || role === 'order'

interface Tables {
  readonly holderTotals: StateRows<typeof holderTotals.columns, 'pool'>
  readonly firstBuyers: StateRows<typeof firstBuyers.columns, 'pool' | 'key_hash'>
}

const bought = (
  { holderTotals, firstBuyers }: Tables,
  { side, trader, poolId: pool }: Traded | Matched,
  { height }: EventPlace,
): void => {
  if (side !== 'buy' || trader === null) return
  const launch = holderTotals.get({ pool })
  if (launch === undefined || height > launch.launched + FIRST_BLOCKS) return
  const buyer = paymentCredential(trader)
  if (buyer?.kind === 'key' && buyer.hash !== launch.dev_key)
    firstBuyers.change({ pool, key_hash: buyer.hash }, () => ({}))
}

export const holdersModel = model<LaunchpadEvent>()({
  name: 'holders',
  version: 3,
  tables: { holders, holderTotals, firstBuyers, creators },
  on: {
    launched({ poolId, info: { author } }, tables, { height }) {
      tables.holderTotals.change({ pool: poolId }, (row) => ({
        holders: row?.holders ?? 0,
        dev_key: author?.paymentKey ?? null,
        dev_stake: author?.stakeKey ?? null,
        launched: height,
      }))
      if (author)
        tables.creators.change({ key_hash: author.paymentKey }, (row) => ({
          launched: (row?.launched ?? 0) + 1,
          graduated: row?.graduated ?? 0,
        }))
    },
    traded: (event, tables, at) => bought(tables, event, at),
    matched: (event, tables, at) => bought(tables, event, at),
    graduated({ poolId }, tables) {
      const key_hash = tables.holderTotals.get({ pool: poolId })?.dev_key
      if (key_hash)
        tables.creators.change({ key_hash }, (row) => row && { ...row, graduated: row.graduated + 1 })
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
