// One unspent output, by its id or by its reference.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import type { AssetAmount, Hex, OutputReference } from '../../schema/primitives.ts'
import { integer } from '../engine/column.ts'
import { addresses, decodeAssets, HAS_SCRIPT, HASH_PREFIX, transactions, utxos } from '../ledger/utxo-set.ts'
import { param, prepare, queries } from './prepared.ts'

export interface OutputRow {
  readonly hash: Buffer
  readonly index: number
  readonly address: Buffer
  readonly lovelace: bigint
  readonly assets: Buffer | null
  readonly flags: number
  readonly datum: Buffer | null
}

/** An unspent output, with its datum at the launchpad's scripts. */
export interface UnspentOutput {
  readonly reference: OutputReference
  readonly output: {
    /** Raw bytes. */
    readonly address: Hex
    readonly lovelace: bigint
    readonly assets: readonly AssetAmount[]
    /** CBOR of the inline datum. */
    readonly datum?: Hex
  }
}

export interface OutputRows {
  byId(id: number): OutputRow | undefined
  /** The id of an output; undefined when it is spent or was never made. */
  idOf(reference: OutputReference): number | undefined
  byReference(reference: OutputReference): UnspentOutput | undefined
  /** Whether any output of a transaction is unspent. */
  hasOutputsOf(transaction: Hex): boolean
}

/** Whether it carries a script, whose size its spender pays for. */
export const hasScript = ({ flags }: Pick<OutputRow, 'flags'>): boolean => (flags & HAS_SCRIPT) !== 0

export const unspentOutput = ({
  hash,
  index,
  address,
  lovelace,
  assets,
  datum,
}: OutputRow): UnspentOutput => ({
  reference: { transaction: hash.toString('hex'), index },
  output: {
    address: address.toString('hex'),
    lovelace,
    assets: decodeAssets(assets),
    ...(datum === null ? {} : { datum: datum.toString('hex') }),
  },
})

export const outputRows = (database: Database.Database): OutputRows => {
  const output = prepare(
    database,
    queries
      .selectFrom('utxos')
      .innerJoin('addresses', 'addresses.position', 'utxos.address')
      .select([
        'utxos.lovelace',
        'utxos.assets',
        'utxos.flags',
        'utxos.datum',
        'addresses.address',
        // Its transaction is the one whose first output is the last at or before it.
        sql<Buffer>`(SELECT hash FROM transactions WHERE id <= utxos.id ORDER BY id DESC LIMIT 1)`.as('hash'),
        sql<number>`utxos.id - (SELECT id - first_index FROM transactions WHERE id <= utxos.id ORDER BY id DESC LIMIT 1)`.as(
          'index',
        ),
      ])
      .where('utxos.id', '=', param<number>('id')),
    { ...utxos.columns, address: addresses.columns.address, hash: transactions.columns.hash, index: integer },
  )
  const idOfReference = prepare(
    database,
    queries
      .selectFrom('transactions')
      .innerJoin('utxos', (join) =>
        join.on(
          sql<boolean>`utxos.id = transactions.id - transactions.first_index + ${param<number>('index')}`,
        ),
      )
      .select('utxos.id')
      .where(sql`substr(transactions.hash, 1, ${sql.lit(HASH_PREFIX)})`, '=', param<Buffer>('prefix'))
      .where('transactions.hash', '=', param<Buffer>('hash'))
      // Another index would be that of another transaction's output.
      .where(sql<boolean>`utxos.id - transactions.id BETWEEN 0 AND transactions.outputs - 1`),
    utxos.columns,
  )
  const madeBy = prepare(
    database,
    queries
      .selectFrom('transactions')
      .select('id')
      .where(sql`substr(hash, 1, ${sql.lit(HASH_PREFIX)})`, '=', param<Buffer>('prefix'))
      .where('hash', '=', param<Buffer>('hash')),
    transactions.columns,
  )
  const byHash = (transaction: Hex) => {
    const hash = Buffer.from(transaction, 'hex')
    return { hash, prefix: hash.subarray(0, HASH_PREFIX) }
  }
  const byId = (id: number): OutputRow | undefined => output.get({ id })
  const idOf = ({ transaction, index }: OutputReference): number | undefined =>
    idOfReference.get({ ...byHash(transaction), index })?.id
  return {
    byId,
    idOf,
    byReference: database.transaction((reference: OutputReference) => {
      const id = idOf(reference)
      const row = id === undefined ? undefined : byId(id)
      return row && unspentOutput(row)
    }),
    hasOutputsOf: (transaction) => madeBy.get(byHash(transaction)) !== undefined,
  }
}
