// Where outputs are on the chain: unspent ones by address or transaction, and those spent as far back as the journal reaches,
// whose rows it keeps for forks. A replica has no journal. An output's place is its id.
import type Database from 'better-sqlite3'
import type { Hex, Point } from '../../../../schema/primitives.ts'
import { hasLateIndexes } from '../../../engine/table/indexes.ts'
import { slotOf } from '../../../engine/table/table.ts'
import { HASH_PREFIX, PAYMENT_BYTES, utxos } from '../../../ledger/utxo-set.ts'

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

interface SpentPlace {
  readonly id: number
  /** Slot of the block that spends it. */
  readonly spentSlot: number
}

interface TransactionPlace {
  /** Id of its first output. */
  readonly id: number
  readonly outputs: number
  /** Index of its first output. */
  readonly firstIndex: number
}

const BEGINS = `substr(address, 1, ${PAYMENT_BYTES}) = @beginning AND id BETWEEN @from AND @to`
const MATCHES = `(@rest IS NULL OR substr(address, ${PAYMENT_BYTES + 1}) = @rest)
  AND (@inAssets IS NULL OR instr(assets, @inAssets) > 0)`
const PLACE = 'id, outputs, first_index AS firstIndex'

/** Points that are listed. */
const LAST_POINTS = 10

const bytesOf = (hex: Hex | undefined): Buffer | null => (hex === undefined ? null : Buffer.from(hex, 'hex'))

const valuesOf = ({ beginning, rest, inAssets }: AddressFilter) => ({
  beginning: bytesOf(beginning),
  rest: bytesOf(rest),
  inAssets: bytesOf(inAssets),
})

const journalPlaces = (database: Database.Database) => ({
  spentAt: database.prepare<unknown[], SpentPlace>(
    `SELECT id, undo_slot AS spentSlot FROM undo_utxos
     WHERE undo_slot BETWEEN @spentFrom AND @spentTo AND existed = 1 AND ${BEGINS} AND ${MATCHES} LIMIT +@limit`,
  ),
  spentBetween: database.prepare<unknown[], SpentPlace>(
    'SELECT id, undo_slot AS spentSlot FROM undo_utxos WHERE undo_slot >= @slot AND existed = 1 AND id BETWEEN @from AND @to',
  ),
  ofSpentTransaction: database.prepare<unknown[], TransactionPlace>(
    `SELECT ${PLACE} FROM undo_transactions WHERE hash = @hash AND existed = 1 LIMIT 1`,
  ),
})

/** Reads of places. In one transaction they are of one state. */
export type OutputPlaces = ReturnType<typeof outputPlaces>

export const outputPlaces = (database: Database.Database) => {
  const unspentAt = database
    .prepare<unknown[], number>(
      `SELECT id FROM (SELECT id, address, assets FROM utxos WHERE ${BEGINS} ORDER BY id LIMIT +@looked)
       WHERE ${MATCHES} LIMIT +@limit`,
    )
    .pluck()
  const nthUnspentAt = database
    .prepare<unknown[], number>(`SELECT id FROM utxos WHERE ${BEGINS} ORDER BY id LIMIT 1 OFFSET @looked`)
    .pluck()
  const countAt = database
    .prepare<unknown[], number>(`SELECT count(*) FROM (SELECT 1 FROM utxos WHERE ${BEGINS} LIMIT +@limit)`)
    .pluck()
  const ofTransaction = database.prepare<unknown[], TransactionPlace>(
    `SELECT ${PLACE} FROM transactions
     WHERE substr(hash, 1, ${HASH_PREFIX}) = substr(@hash, 1, ${HASH_PREFIX}) AND hash = @hash`,
  )
  const unspentBetween = database
    .prepare<unknown[], number>('SELECT id FROM utxos WHERE id BETWEEN @from AND @to')
    .pluck()
  const blockId = database.prepare<unknown[], Hex>('SELECT id FROM blocks WHERE slot = ?').pluck()
  const window = database
    .prepare<unknown[], number | null>(
      'SELECT coalesce((SELECT max(slot) + 1 FROM blocks WHERE journaled = 0), min(slot)) FROM blocks',
    )
    .pluck()
  const lastBlocks = database.prepare<unknown[], Point>(
    'SELECT slot, id FROM blocks WHERE slot BETWEEN 0 AND ? ORDER BY slot DESC LIMIT ?',
  )
  const hasJournal =
    database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'undo_utxos'").get() !== undefined
  const journal = hasJournal ? journalPlaces(database) : undefined
  let isIndexed = false
  return {
    /** Whether outputs can be found by address. During a first sync they cannot: the index is made at its end. */
    isIndexed(): boolean {
      isIndexed ||= hasLateIndexes(database, utxos)
      return isIndexed
    },
    /** Slot from which on every output that was spent is known; 0 when that is all of the chain that was followed. */
    knownFrom: (): number => Math.max(0, window.get() ?? 0),
    /** Header hash of a block that a fork may still undo; undefined for others. */
    blockId: (slot: number): Hex | undefined => blockId.get(slot),
    /** Blocks at or before a slot that a fork may still undo, newest first. @param limit of them */
    lastBlocks: (slot: number, limit = LAST_POINTS): Point[] => lastBlocks.all(slot, limit),
    /**
     * Ids of unspent outputs, ascending.
     * @param limit of them
     * @param looked most outputs of the payment part that are looked at; undefined when there are more
     */
    unspentAt(filter: AddressFilter, ids: Bounds, limit: number, looked: number): number[] | undefined {
      const values = { ...valuesOf(filter), ...ids, looked }
      const found = unspentAt.all({ ...values, limit })
      return found.length < limit && nthUnspentAt.get(values) !== undefined ? undefined : found
    },
    /** Number of unspent outputs of a payment part, at most `limit`. */
    countAt: (filter: AddressFilter, ids: Bounds, limit: number): number =>
      countAt.get({ ...valuesOf(filter), ...ids, limit }) ?? 0,
    /** Outputs that later blocks than theirs have spent, in no order. Looks through the journal. */
    spentAt: (filter: AddressFilter, ids: Bounds, spent: Bounds, limit: number): SpentPlace[] =>
      journal?.spentAt.all({
        ...valuesOf(filter),
        ...ids,
        spentFrom: spent.from,
        spentTo: spent.to,
        limit,
      }) ?? [],
    /** A transaction with an output that is unspent, or was until a block that the journal has. */
    transaction(hash: Hex): TransactionPlace | undefined {
      const of = { hash: Buffer.from(hash, 'hex') }
      return ofTransaction.get(of) ?? journal?.ofSpentTransaction.get(of)
    },
    unspentBetween: (ids: Bounds): number[] => unspentBetween.all(ids),
    /** Outputs between ids of one block that later blocks have spent. */
    spentBetween: (ids: Bounds): SpentPlace[] =>
      journal?.spentBetween.all({ ...ids, slot: slotOf(ids.from) }) ?? [],
  }
}
