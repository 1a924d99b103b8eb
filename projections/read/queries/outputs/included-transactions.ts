// Tells whether a block has a transaction, by what the models keep of it: an unspent output, or an order or a lock that it made or ended.
// Nothing is kept of other transactions once all their outputs are spent.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import type { Hex, OutputReference } from '../../../../schema/primitives.ts'
import { HASH_PREFIX, transactions } from '../../../engine/outputs/utxo-set.ts'
import { orders } from '../../../models/orders.ts'
import { param, prepare, queries } from '../../reader/prepared.ts'

export const includedTransactions = (database: Database.Database) => {
  const { columns } = orders
  const isMaker = sql<boolean>`transaction_id = ${param('id', columns.transaction_id)}`
  const isPlace = sql<boolean>`transaction_id = ${param('of', columns.transaction_id)} AND output_index = ${param<number>('index')}`
  const ended = param('id', columns.ended_by)
  const orderPlaces = queries.selectFrom('orders').select('output_index')
  const lockPlaces = queries.selectFrom('vestings').select('output_index')
  const withOutputs = prepare(
    database,
    queries
      .selectFrom('transactions')
      .select('id')
      .where(sql`substr(hash, 1, ${sql.lit(HASH_PREFIX)})`, '=', param<Buffer>('prefix'))
      .where('hash', '=', param<Buffer>('hash')),
    transactions.columns,
  )
  const makers = prepare(database, orderPlaces.where(isMaker).unionAll(lockPlaces.where(isMaker)), columns)
  const enders = prepare(
    database,
    orderPlaces
      .where(isPlace)
      .where('ended_by', '=', ended)
      .unionAll(lockPlaces.where(isPlace).where('spent_by', '=', ended)),
    columns,
  )
  /** @param inputs of the transaction */
  return (id: Hex, inputs: readonly OutputReference[] = []): boolean => {
    const hash = Buffer.from(id, 'hex')
    return (
      withOutputs.get({ hash, prefix: hash.subarray(0, HASH_PREFIX) }) !== undefined ||
      makers.get({ id }) !== undefined ||
      inputs.some(({ transaction, index }) => enders.get({ id, of: transaction, index }) !== undefined)
    )
  }
}
