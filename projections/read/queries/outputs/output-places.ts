// Finds unspent outputs by address or transaction, and spent outputs as far back as the journal reaches. The journal keeps their rows for
// forks. A replica has no journal, so it finds no spent outputs. The place of an output is its id.
import type Database from 'better-sqlite3'
import type { Hex, Point } from '../../../../schema/primitives.ts'
import { HASH_PREFIX, PAYMENT_BYTES, utxos } from '../../../engine/outputs/utxo-set.ts'
import { lateIndexesOf } from '../../../engine/table/indexes.ts'
import { slotOf } from '../../../engine/table/table.ts'

/** Includes both ends. */
export interface Bounds {
  readonly from: number
  readonly to: number
}

export interface AddressFilter {
  /** Header and payment part. */
  readonly beginning: Hex
  /** Address bytes after the payment part; absent if any match. */
  readonly rest?: Hex | undefined
  /** The packed assets must contain these bytes, such as a policy. A row may contain them without the asset. */
  readonly inAssets?: Hex | undefined
}

interface SpentPlace {
  readonly id: number
  readonly spentSlot: number
}

interface TransactionPlace {
  readonly id: number
  readonly outputs: number
  readonly firstIndex: number
}

const BEGINS = `substr(address, 1, ${PAYMENT_BYTES}) = @beginning AND id BETWEEN @from AND @to`
const MATCHES = `(@rest IS NULL OR substr(address, ${PAYMENT_BYTES + 1}) = @rest)
  AND (@inAssets IS NULL OR instr(assets, @inAssets) > 0)`
const PLACE = 'id, outputs, first_index AS firstIndex'

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

/** In one transaction, all reads see one state. */
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
  return {
    /** False during a first sync, because the index is made at its end. */
    isIndexed: lateIndexesOf(database, utxos),
    /** First slot whose spent outputs are all known; 0 for the whole followed chain. */
    knownFrom: (): number => Math.max(0, window.get() ?? 0),
    /** Undefined for blocks that no fork can undo. */
    blockId: (slot: number): Hex | undefined => blockId.get(slot),
    /** At or before a slot, newest first. A fork may still undo them. */
    lastBlocks: (slot: number, limit = LAST_POINTS): Point[] => lastBlocks.all(slot, limit),
    /**
     * Ascending.
     * @param looked outputs to read at most; undefined if the payment part has more
     */
    unspentAt(filter: AddressFilter, ids: Bounds, limit: number, looked: number): number[] | undefined {
      const values = { ...valuesOf(filter), ...ids, looked }
      const found = unspentAt.all({ ...values, limit })
      return found.length < limit && nthUnspentAt.get(values) !== undefined ? undefined : found
    },
    /** At most `limit`. */
    countAt: (filter: AddressFilter, ids: Bounds, limit: number): number =>
      countAt.get({ ...valuesOf(filter), ...ids, limit }) ?? 0,
    /** In any order. Reads the whole journal. An output that its own block spends is left out. */
    spentAt: (filter: AddressFilter, ids: Bounds, spent: Bounds, limit: number): SpentPlace[] =>
      journal?.spentAt.all({
        ...valuesOf(filter),
        ...ids,
        spentFrom: spent.from,
        spentTo: spent.to,
        limit,
      }) ?? [],
    /** Undefined unless one of its outputs is unspent, or was spent by a block that the journal covers. */
    transaction(hash: Hex): TransactionPlace | undefined {
      const of = { hash: Buffer.from(hash, 'hex') }
      return ofTransaction.get(of) ?? journal?.ofSpentTransaction.get(of)
    },
    unspentBetween: (ids: Bounds): number[] => unspentBetween.all(ids),
    /** All ids must be of one block. Only later blocks' spending counts. */
    spentBetween: (ids: Bounds): SpentPlace[] =>
      journal?.spentBetween.all({ ...ids, slot: slotOf(ids.from) }) ?? [],
  }
}
