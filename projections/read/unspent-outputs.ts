// A wallet's unspent outputs: those of every address its payment key can spend from, whatever the stake part, in
// the order they were made.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { formatAddress, keyPaymentHeaders } from '../../schema/address.ts'
import type { AssetAmount, Hex } from '../../schema/primitives.ts'
import { decodeAssets } from '../models/utxos.ts'
import { param, prepare, queries } from './prepared.ts'

export interface UnspentOutput {
  readonly transaction: Hex
  readonly index: number
  /** bech32. */
  readonly address: string
  readonly lovelace: bigint
  readonly assets: readonly AssetAmount[]
}

export type FindUnspent = (keyHash: Hex, offset: number, limit: number) => UnspentOutput[]

/** Above every address with the same first 29 bytes: no address is longer than 57 bytes with a stake hash in it. */
const PAST_EVERY_ADDRESS = 'ff'.repeat(30)

export const findUnspent = (database: Database.Database, networkId: 0 | 1): FindUnspent => {
  const headers = keyPaymentHeaders(networkId)
  const ranges = headers.map((_, at) => ({ from: param<Buffer>(`from${at}`), to: param<Buffer>(`to${at}`) }))
  const statement = prepare(
    database,
    queries
      .selectFrom('addresses')
      // A cross join is taken in its order: from a few addresses to their outputs. Left to itself, SQLite walks
      // through every output there is, which saves it the sort by id.
      .crossJoin('utxos')
      .select([
        'utxos.id',
        'utxos.lovelace',
        'utxos.assets',
        'addresses.address',
        // Its transaction is the one whose first output is the last at or before it.
        sql<Buffer>`(SELECT hash FROM transactions WHERE id <= utxos.id ORDER BY id DESC LIMIT 1)`.as('hash'),
        sql<bigint>`utxos.id - (SELECT id - first_index FROM transactions WHERE id <= utxos.id ORDER BY id DESC LIMIT 1)`.as(
          'index',
        ),
      ])
      .whereRef('utxos.address', '=', 'addresses.position')
      .where((eb) =>
        eb.or(
          ranges.map(({ from, to }) =>
            eb.and([eb('addresses.address', '>=', from), eb('addresses.address', '<=', to)]),
          ),
        ),
      )
      .orderBy('utxos.id')
      .limit(param<number>('limit'))
      .offset(param<number>('offset')),
    { bigints: true },
  )
  return (keyHash, offset, limit) => {
    const bounds = headers.flatMap((header, at) => [
      [`from${at}`, Buffer.from(header + keyHash, 'hex')] as const,
      [`to${at}`, Buffer.from(header + keyHash + PAST_EVERY_ADDRESS, 'hex')] as const,
    ])
    return statement.all({ ...Object.fromEntries(bounds), offset, limit }).map((row) => ({
      transaction: row.hash.toString('hex'),
      index: Number(row.index),
      address: formatAddress(row.address.toString('hex')),
      lovelace: row.lovelace,
      assets: decodeAssets(row.assets),
    }))
  }
}
