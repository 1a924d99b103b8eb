// Unspent locks of tokens, by redeemer or by token, sorted by their end. Anybody can lock tokens for any key, so only a short list is read
// at once.
import type Database from 'better-sqlite3'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { assetNameOf, type OutputReference, policyOf } from '../../../schema/primitives.ts'
import type { VestingBody } from '../../../schema/responses/vesting.ts'
import { vestings } from '../../models/vestings.ts'
import { param, prepare, queries } from '../reader/prepared.ts'

/** A key hash or an asset id. */
export type VestingColumn = 'redeemer' | 'token'

/** True also for a spent lock. */
export const wasVesting = (database: Database.Database): ((lock: OutputReference) => boolean) => {
  const { columns } = vestings
  const byOutput = prepare(
    database,
    queries
      .selectFrom('vestings')
      .select('output_index')
      .where('transaction_id', '=', param('transaction', columns.transaction_id))
      .where('output_index', '=', param<number>('index')),
    columns,
  )
  return ({ transaction, index }) => byOutput.get({ transaction, index }) !== undefined
}

/** At most `limit` locks. */
export const vestingQuery = (database: Database.Database) => {
  const unspent = queries
    .selectFrom('vestings')
    .select(['transaction_id', 'output_index', 'token', 'quantity', 'locked_until', 'redeemer', 'address'])
    .where('spent_by', 'is', null)
    .orderBy('locked_until')
    .orderBy('transaction_id')
    .orderBy('output_index')
    .limit(param<number>('limit'))
  const { columns } = vestings
  const by = {
    redeemer: prepare(database, unspent.where('redeemer', '=', param('value', columns.redeemer)), columns),
    token: prepare(database, unspent.where('token', '=', param('value', columns.token)), columns),
  }
  return (column: VestingColumn, value: string, limit: number): VestingBody[] =>
    by[column].all({ value, limit }).map((row) => ({
      id: `${row.transaction_id}:${row.output_index}`,
      lockUntil: row.locked_until.toString(),
      redeemerVkh: row.redeemer,
      tokenPolicyId: policyOf(row.token),
      tokenAssetName: assetNameOf(row.token),
      totalLocked: row.quantity.toString(),
      vestingOwnerAddress: formatAddress(row.address),
      spent: false,
    }))
}
