// Where outputs are on the chain: unspent ones by address or transaction, and those spent as far back as the journal reaches,
// whose rows it keeps for forks. An output's place is its id; all else of it is in the log.
import type Database from 'better-sqlite3'
import type { Hex } from '../../../schema/primitives.ts'
import { hasLateIndexes } from '../../engine/table/indexes.ts'
import { slotOf } from '../../engine/table/table.ts'
import { HASH_PREFIX, PAYMENT_BYTES, utxos } from '../../ledger/utxo-set.ts'

/** Bounds of ids or slots, both included. */
export interface Bounds {
  readonly from: number
  readonly to: number
}

export interface AddressFilter {
  /** Header and payment part. */
  readonly beginning: Hex
  /** Bytes after these; any unless given. */
  readonly rest?: Hex | undefined
  /** Bytes that the packed assets must have in them, such as a policy; a row that has them need not hold the asset. */
  readonly inAssets?: Hex | undefined
}

export interface SpentPlace {
  readonly id: number
  /** Slot of the block that spends it. */
  readonly spentSlot: number
}

export interface TransactionPlace {
  /** Id of its first output. */
  readonly id: number
  readonly outputs: number
}

const MATCHES = `substr(address, 1, ${PAYMENT_BYTES}) = @beginning AND id BETWEEN @from AND @to
  AND (@rest IS NULL OR substr(address, ${PAYMENT_BYTES + 1}) = @rest)
  AND (@inAssets IS NULL OR instr(assets, @inAssets) > 0)`

const bytesOf = (hex: Hex | undefined): Buffer | null => (hex === undefined ? null : Buffer.from(hex, 'hex'))

const valuesOf = ({ beginning, rest, inAssets }: AddressFilter) => ({
  beginning: bytesOf(beginning),
  rest: bytesOf(rest),
  inAssets: bytesOf(inAssets),
})

/** Reads of places. In one transaction they are of one state. */
export type OutputPlaces = ReturnType<typeof outputPlaces>

export const outputPlaces = (database: Database.Database) => {
  const unspentAt = database
    .prepare<unknown[], number>(`SELECT id FROM utxos WHERE ${MATCHES} ORDER BY id LIMIT +@limit`)
    .pluck()
  const spentAt = database.prepare<unknown[], SpentPlace>(
    `SELECT id, undo_slot AS spentSlot FROM undo_utxos
     WHERE undo_slot BETWEEN @spentFrom AND @spentTo AND existed = 1 AND ${MATCHES} LIMIT +@limit`,
  )
  const ofTransaction = database.prepare<unknown[], TransactionPlace>(
    `SELECT id, outputs FROM transactions
     WHERE substr(hash, 1, ${HASH_PREFIX}) = substr(@hash, 1, ${HASH_PREFIX}) AND hash = @hash`,
  )
  const ofSpentTransaction = database.prepare<unknown[], TransactionPlace>(
    'SELECT id, outputs FROM undo_transactions WHERE hash = @hash AND existed = 1 LIMIT 1',
  )
  const unspentBetween = database
    .prepare<unknown[], number>('SELECT id FROM utxos WHERE id BETWEEN @from AND @to')
    .pluck()
  const spentBetween = database.prepare<unknown[], SpentPlace>(
    'SELECT id, undo_slot AS spentSlot FROM undo_utxos WHERE undo_slot >= @slot AND existed = 1 AND id BETWEEN @from AND @to',
  )
  const blockId = database.prepare<unknown[], Hex>('SELECT id FROM blocks WHERE slot = ?').pluck()
  const window = database
    .prepare<unknown[], number | null>(
      'SELECT coalesce((SELECT max(slot) + 1 FROM blocks WHERE journaled = 0), min(slot)) FROM blocks',
    )
    .pluck()
  let isIndexed = false
  return {
    /** Whether outputs can be found by address: not during a first sync. */
    isIndexed(): boolean {
      isIndexed ||= hasLateIndexes(database, utxos)
      return isIndexed
    },
    /** Slot from which on every output that was spent is known; 0 when that is all of the chain that was followed. */
    knownFrom: (): number => Math.max(0, window.get() ?? 0),
    /** Header hash of a block that a fork may still undo; undefined for others. */
    blockId: (slot: number): Hex | undefined => blockId.get(slot),
    /** Ids of unspent outputs, ascending. @param limit of them */
    unspentAt: (filter: AddressFilter, ids: Bounds, limit: number): number[] =>
      unspentAt.all({ ...valuesOf(filter), ...ids, limit }),
    /** Outputs that later blocks than theirs have spent, in no order. Looks through the journal. */
    spentAt: (filter: AddressFilter, ids: Bounds, spent: Bounds, limit: number): SpentPlace[] =>
      spentAt.all({ ...valuesOf(filter), ...ids, spentFrom: spent.from, spentTo: spent.to, limit }),
    /** A transaction with an output that is unspent, or was until a block that the journal has. */
    transaction(hash: Hex): TransactionPlace | undefined {
      const of = { hash: Buffer.from(hash, 'hex') }
      return ofTransaction.get(of) ?? ofSpentTransaction.get(of)
    },
    unspentBetween: (ids: Bounds): number[] => unspentBetween.all(ids),
    /** Outputs between ids of one block that later blocks have spent. */
    spentBetween: (ids: Bounds): SpentPlace[] => spentBetween.all({ ...ids, slot: slotOf(ids.from) }),
  }
}
