// The set of unspent outputs, of the whole chain or at some addresses. The id of an output is its position on the chain. The id of a
// transaction is the position of its first output. So the transaction of an output is the row with the largest id that is not above the
// output's id, and the difference of the ids is the output's place in the transaction. Ids grow with the chain, so rows are appended at the
// end of their B-tree, and a wallet's outputs are read in the order of their creation.
//
// The larger the set, the more pages a batch writes, because most hashes and old outputs are on different pages. Therefore rows are
// buffered until the end of a batch, and only 8 bytes of a hash are indexed. A row contains its address. The index for readers is made at
// the end of a first sync.
import type Database from 'better-sqlite3'
import { least, MAX_QUANTITY } from '../../../schema/amount-limits.ts'
import { packAssets, unpackAssets } from '../../../schema/codecs/packed-assets.ts'
import type { KeptTransaction, OutputEvent, TransactionEvent } from '../../../schema/events.ts'
import { RecentMap } from '../../../schema/platform/recent-map.ts'
import type { AssetAmount, Hex, OutputReference } from '../../../schema/primitives.ts'
import { BufferedRows } from '../table/buffered-rows.ts'
import { amount, bytes, integer, nullable } from '../table/column.ts'
import { Rows } from '../table/rows.ts'
import { appendTable, late, positionOf, prefix, type RowOf, slotOf, stateTable } from '../table/table.ts'
import type { WriteContext } from '../table/write-context.ts'
import type { SpentOutput } from './transaction-view.ts'

/** One row: the position of the first output since following started. */
export const firstOutput = appendTable('first_output', { columns: {} })

/** Indexed bytes of a hash. If an attacker makes hashes with equal first bytes, a look-up reads a few more rows. */
export const HASH_PREFIX = 8

/**
 * Indexed bytes of an address: header and whole payment part. With fewer bytes, anyone could pay to an invented address that starts like a
 * wallet's, and the wallet would list the output.
 */
export const PAYMENT_BYTES = 29

/** Transactions with unspent outputs. */
export const transactions = stateTable('transactions', {
  key: ['id'],
  isPositioned: true,
  columns: {
    /** Position of the transaction's first output. */
    id: integer,
    /** Transaction id. */
    hash: bytes,
    /** Number of outputs of the transaction. Their positions are consecutive. */
    outputs: integer,
    /** Index of the first output: 0, except for a collateral return. */
    first_index: integer,
    /** Index of the transaction in its block. */
    block_index: integer,
  },
  indexes: { hash: [prefix('hash', HASH_PREFIX)] },
})

/** Every unspent output. Its id is its position on the chain; its transaction is the row with the largest id up to this id. */
export const utxos = stateTable('utxos', {
  key: ['id'],
  isPositioned: true,
  columns: {
    /** Position of the output. */
    id: integer,
    /** Raw bytes of the address. */
    address: bytes,
    /** Lovelace of the output. */
    lovelace: amount,
    /** Native assets in the form of `packAssets`; null for none. */
    assets: nullable(bytes),
    /** Bits: 1 has a datum or a datum hash, 2 has a reference script, 4 has only the datum's hash. */
    flags: integer,
    /**
     * The inline datum, or a lock's datum if the output has only its hash. Stored only for some addresses, such as the launchpad's scripts.
     */
    datum: nullable(bytes),
  },
  indexes: { payment: late(prefix('address', PAYMENT_BYTES)) },
})

export const HAS_DATUM = 1
export const HAS_SCRIPT = 2
export const HAS_DATUM_HASH = 4

/**
 * The cache has two generations of so many transactions. Most outputs are spent soon. A transaction with its outputs takes some kilobytes.
 */
const TRANSACTIONS_REMEMBERED = 1_000

type TransactionRow = RowOf<typeof transactions.columns>
type UtxoRow = RowOf<typeof utxos.columns>

interface RememberedTransaction {
  readonly row: TransactionRow
  /** Undefined for outputs that are spent or not cached. Empty if the transaction was read from the file. */
  readonly outputs: (UtxoRow | undefined)[]
  unspent: number
}

/** Maximum number of outputs without those of the last block. They take a few hundred megabytes. */
const MOST_BUFFERED = 200_000

/** Sorts rows by the first bytes of a column, so that each page of the column's index is written once. */
const leadingBytes = (bytes: Buffer): number => {
  let leading = 0
  for (let at = 0; at < 6; at++) leading = leading * 256 + (bytes[at] ?? 0)
  return leading
}

interface KeptOutputs {
  /** Outputs at these addresses are in the set; all, if not given. */
  readonly keeps?: ((address: Hex) => boolean) | undefined
  readonly keepsDatum: (address: Hex) => boolean
}

export class UtxoSet {
  readonly #firstOutputs: Rows<typeof firstOutput.columns, 'position'>
  readonly #firstOutput: Database.Statement
  readonly #transactions: BufferedRows<typeof transactions.columns, 'id'>
  readonly #utxos: BufferedRows<typeof utxos.columns, 'id'>
  readonly #transactionByHash: Database.Statement
  /** Keys are copies, because a slice of a block's text would keep the whole text in memory. */
  #bufferedTransactions = new Map<Hex, RememberedTransaction>()
  readonly #recentTransactions = new RecentMap<Hex, RememberedTransaction>(
    TRANSACTIONS_REMEMBERED,
    ({ row }) => row.hash.toString('hex'),
  )
  readonly #keeps: KeptOutputs['keeps']
  readonly #keepsDatum: KeptOutputs['keepsDatum']
  #slot = -1
  #transactionsOfBlock = 0
  #outputs = 0
  /** Undefined until the first output is read or created. */
  #first: number | undefined

  constructor(database: Database.Database, context: WriteContext, { keeps, keepsDatum }: KeptOutputs) {
    this.#firstOutputs = new Rows(database, firstOutput, context)
    this.#firstOutput = database.prepare('SELECT position FROM first_output').pluck()
    this.#transactions = new BufferedRows(database, transactions, context)
    this.#utxos = new BufferedRows(database, utxos, context)
    this.#transactionByHash = database.prepare(
      `SELECT id, hash, outputs, first_index, block_index,
         (SELECT count(*) FROM utxos AS u WHERE u.id BETWEEN t.id AND t.id + t.outputs - 1) AS unspent
       FROM transactions AS t
       WHERE substr(hash, 1, ${HASH_PREFIX}) = substr(@hash, 1, ${HASH_PREFIX}) AND hash = @hash`,
    )
    this.#keeps = keeps
    this.#keepsDatum = keepsDatum
  }

  /** Slot of the first block with an output. */
  get firstSlot(): number | undefined {
    this.#first ??= this.#firstOutput.get() as number | undefined
    return this.#first === undefined ? undefined : slotOf(this.#first)
  }

  beginBlock(slot: number): void {
    if (this.#utxos.size > MOST_BUFFERED) this.flush()
    this.#slot = slot
    this.#transactionsOfBlock = 0
    this.#outputs = 0
  }

  /**
   * @returns the output of each input; undefined if it is not in the set, because it is not kept or was created before following started
   */
  spend(transaction: TransactionEvent): readonly (SpentOutput | undefined)[] {
    return transaction.inputs.map((input) => {
      const row = this.#spend(input)
      return row === undefined ? undefined : new SpentRow(input, row)
    })
  }

  /**
   * Must be called for every transaction of a block, in order.
   * @returns the position of the first output; the others follow
   */
  create(transaction: TransactionEvent): number {
    const { outputs } = transaction
    const block_index = this.#transactionsOfBlock++
    if (outputs.length === 0) return positionOf(this.#slot, 0)
    const hash = Buffer.from(transaction.id, 'hex')
    const row: TransactionRow = {
      id: positionOf(this.#slot, this.#outputs),
      hash,
      outputs: outputs.length,
      first_index: transaction.firstOutput,
      block_index,
    }
    // `positionOf` throws if the last position would belong to the next slot.
    positionOf(this.#slot, this.#outputs + outputs.length - 1)
    this.#outputs += outputs.length
    const rows = outputs.map((output, index) =>
      this.#keeps?.(output.address) === false ? undefined : this.#rowOf(row.id + index, output),
    )
    const unspent = rows.reduce((count, utxo) => count + (utxo === undefined ? 0 : 1), 0)
    if (unspent > 0) this.#insert(row, rows, unspent)
    return row.id
  }

  /**
   * For a block at or before the base. The first transaction's position is stored as the start of following, even if the log keeps none of
   * its outputs.
   * @returns the position of the transaction's first output
   */
  restore({ id, index, place, firstOutput: first_index, outputs, kept }: KeptTransaction): number {
    if (outputs === 0) return positionOf(this.#slot, 0)
    const hash = Buffer.from(id, 'hex')
    const row: TransactionRow = {
      id: positionOf(this.#slot, place),
      hash,
      outputs,
      first_index,
      block_index: index,
    }
    const rows: (UtxoRow | undefined)[] = []
    for (const { offset, output } of kept)
      if (this.#keeps?.(output.address) !== false) rows[offset] = this.#rowOf(row.id + offset, output)
    const unspent = Object.keys(rows).length
    if (unspent > 0) this.#insert(row, rows, unspent)
    else this.#insertFirst(row.id)
    return row.id
  }

  flush(): void {
    this.#transactions.flush(({ hash }) => leadingBytes(hash))
    this.#utxos.flush()
    this.#bufferedTransactions = new Map()
  }

  /** Drops cached and unwritten rows. */
  reset(): void {
    for (const rows of [this.#transactions, this.#utxos]) rows.reset()
    this.#bufferedTransactions = new Map()
    this.#first = undefined
    this.#recentTransactions.clear()
  }

  #insertFirst(position: number): void {
    if (this.firstSlot !== undefined) return
    this.#firstOutputs.insert({ position })
    this.#first = position
  }

  #insert(row: TransactionRow, outputs: (UtxoRow | undefined)[], unspent: number): void {
    this.#insertFirst(row.id)
    this.#transactions.insert(row)
    for (const utxo of outputs) if (utxo !== undefined) this.#utxos.insert(utxo)
    const key = row.hash.toString('hex')
    const made = { row, outputs, unspent }
    this.#bufferedTransactions.set(key, made)
    this.#recentTransactions.set(key, made)
  }

  #rowOf(id: number, output: OutputEvent): UtxoRow {
    const { address, lovelace, datumHash, datum = output.witnessDatum } = output
    return {
      id,
      address: Buffer.from(address, 'hex'),
      // No output of the ledger has more lovelace. The limit only ensures that the row can be written.
      lovelace: least(lovelace, MAX_QUANTITY),
      assets: output.packedAssets === undefined ? packAssets(output.assets) : output.packedAssets,
      flags:
        (datum === undefined && datumHash === undefined ? 0 : HAS_DATUM) |
        (datumHash === undefined ? 0 : HAS_DATUM_HASH) |
        (output.hasReferenceScript ? HAS_SCRIPT : 0),
      datum: datum !== undefined && this.#keepsDatum(address) ? Buffer.from(datum, 'hex') : null,
    }
  }

  #spend(reference: OutputReference): UtxoRow | undefined {
    const key = reference.transaction
    const transaction =
      this.#recentTransactions.get(key) ?? this.#bufferedTransactions.get(key) ?? this.#recall(key)
    if (transaction === undefined) return undefined
    const { id, outputs, first_index } = transaction.row
    const offset = reference.index - first_index
    if (offset < 0 || offset >= outputs) return undefined
    const row = transaction.outputs[offset] ?? this.#utxos.get(id + offset)
    if (row === undefined) return undefined
    this.#utxos.delete(row)
    transaction.outputs[offset] = undefined
    if (--transaction.unspent === 0) {
      this.#transactions.delete(transaction.row)
      this.#bufferedTransactions.delete(key)
      this.#recentTransactions.delete(key)
    }
    return row
  }

  #recall(transaction: Hex): RememberedTransaction | undefined {
    const hash = Buffer.from(transaction, 'hex')
    const stored = this.#transactionByHash.get({ hash }) as (TransactionRow & { unspent: number }) | undefined
    if (stored === undefined) return undefined
    const { unspent, ...row } = stored
    const remembered: RememberedTransaction = { row, outputs: [], unspent }
    // Outputs whose deletion is buffered are still in the file.
    for (let id = row.id; id < row.id + row.outputs; id++) if (this.#utxos.isDeleted(id)) remembered.unspent--
    this.#recentTransactions.set(hash.toString('hex'), remembered)
    return remembered
  }
}

/** Rarely needed members are computed on demand. */
class SpentRow implements SpentOutput {
  readonly reference: OutputReference
  readonly position: number
  readonly lovelace: bigint
  readonly datum: Hex | undefined
  readonly witnessDatum: Hex | undefined
  readonly packedAssets: Buffer | null
  readonly #row: UtxoRow
  #address: Hex | undefined
  #assets: readonly AssetAmount[] | undefined

  constructor({ transaction, index }: OutputReference, row: UtxoRow) {
    this.reference = { transaction, index }
    this.position = row.id
    this.lovelace = row.lovelace
    const datum = row.datum?.toString('hex')
    this.datum = row.flags & HAS_DATUM_HASH ? undefined : datum
    this.witnessDatum = row.flags & HAS_DATUM_HASH ? datum : undefined
    this.packedAssets = row.assets
    this.#row = row
  }

  get address(): Hex {
    this.#address ??= this.#row.address.toString('hex')
    return this.#address
  }

  get assets(): readonly AssetAmount[] {
    this.#assets ??= unpackAssets(this.packedAssets)
    return this.#assets
  }
}
