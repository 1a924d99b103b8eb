// Unspent outputs by their ids, or one output by its reference.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { unpackAssets } from '../../../../schema/codecs/packed-assets.ts'
import type { AssetAmount, Hex, OutputReference } from '../../../../schema/primitives.ts'
import { HAS_DATUM_HASH, HASH_PREFIX, utxos } from '../../../engine/outputs/utxo-set.ts'
import { hex, nullable, text } from '../../../engine/table/column.ts'
import { allFound } from '../../reader/all-found.ts'
import { param, prepare, queries } from '../../reader/prepared.ts'

export interface OutputRow {
  readonly hash: Hex
  readonly index: number
  /** Index in the block. */
  readonly blockIndex: number
  /** Raw bytes. */
  readonly address: Hex
  readonly lovelace: bigint
  readonly assets: Buffer | null
  readonly flags: number
  readonly datum: Hex | null
}

/** Has its datum if it is at one of the launchpad's scripts. */
export interface UnspentOutput {
  readonly reference: OutputReference
  readonly output: {
    /** Raw bytes. */
    readonly address: Hex
    readonly lovelace: bigint
    readonly assets: readonly AssetAmount[]
    /** See `OutputEvent` in `schema/events.ts`. */
    readonly datum?: Hex
    readonly witnessDatum?: Hex
  }
}

export type OutputRows = ReturnType<typeof outputRows>

export const unspentOutput = ({
  hash,
  index,
  address,
  lovelace,
  assets,
  flags,
  datum,
}: OutputRow): UnspentOutput => ({
  reference: { transaction: hash, index },
  output: {
    address,
    lovelace,
    assets: unpackAssets(assets),
    ...(datum === null ? {} : flags & HAS_DATUM_HASH ? { witnessDatum: datum } : { datum }),
  },
})

/** In the order of `ids`, a JSON list. The caller adds the selected columns. */
export const outputsWithIds = () =>
  queries
    .selectFrom(sql<{ value: number }>`json_each(${param<string>('ids')})`.as('wanted'))
    // SQLite keeps the order of a cross join.
    .crossJoin('utxos')
    .whereRef('utxos.id', '=', 'wanted.value')

/**
 * Upper-case hash, the output's index, and the transaction's index in its block, separated by spaces. The transaction is the last one whose
 * id is not above the output's; null if there is none.
 */
export const outputPlace = sql<string | null>`(
  SELECT hex(hash) || ' ' || (utxos.id - id + first_index) || ' ' || block_index FROM transactions WHERE id <= utxos.id ORDER BY id DESC LIMIT 1
)`

export const outputRows = (database: Database.Database) => {
  const wanted = prepare(
    database,
    outputsWithIds().select([
      'utxos.lovelace',
      'utxos.assets',
      'utxos.flags',
      sql<Hex | null>`utxos.datum`.as('datum'),
      sql<Hex>`utxos.address`.as('address'),
      outputPlace.as('place'),
    ]),
    {
      lovelace: utxos.columns.lovelace,
      assets: utxos.columns.assets,
      flags: utxos.columns.flags,
      datum: nullable(hex),
      address: hex,
      place: nullable(text),
    },
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
      // Excludes an id of another transaction's output.
      .where(sql<boolean>`utxos.id - transactions.id BETWEEN 0 AND transactions.outputs - 1`),
    utxos.columns,
  )
  const rowsOf = (ids: readonly number[]): OutputRow[] =>
    wanted.all({ ids: JSON.stringify(ids) }).flatMap(({ place, ...row }) => {
      if (place === null) return []
      const [hash = '', index, blockIndex] = place.split(' ')
      return [{ ...row, hash: hash.toLowerCase(), index: Number(index), blockIndex: Number(blockIndex) }]
    })
  /**
   * In the order of the ids.
   * @throws {Error} if one of the outputs is spent
   */
  const byIds = (ids: readonly number[]): OutputRow[] => allFound(rowsOf(ids), ids.length, 'outputs')
  const byId = (id: number): OutputRow | undefined => rowsOf([id])[0]
  /** Undefined if the output is spent or never existed. */
  const idOf = ({ transaction, index }: OutputReference): number | undefined => {
    const hash = Buffer.from(transaction, 'hex')
    return idOfReference.get({ hash, prefix: hash.subarray(0, HASH_PREFIX), index })?.id
  }
  return {
    byId,
    byIds,
    idOf,
    byReference: database.transaction((reference: OutputReference): UnspentOutput | undefined => {
      const id = idOf(reference)
      const row = id === undefined ? undefined : byId(id)
      return row && unspentOutput(row)
    }),
  }
}
