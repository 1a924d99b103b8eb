// The outputs with which a wallet can pay: the outputs with most lovelace, and the outputs with most of a token, at every address
// from which its key spends. Anybody can make a wallet large, so the number of outputs that are read is limited.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { type AssetId, type Hex, policyOf } from '../../../../schema/primitives.ts'
import { HAS_SCRIPT } from '../../../engine/outputs/utxo-set.ts'
import { integer } from '../../../engine/table/column.ts'
import { param, prepare, queries } from '../../reader/prepared.ts'
import { outputRows, type UnspentOutput, unspentOutput } from './output-rows.ts'
import { walletOutputs } from './wallet-outputs.ts'

/** Maximum number of outputs of a wallet that are read: this needs some tenths of a second. */
const MOST_LOOKED_AT = 20_000

/** Maximum number of outputs that are returned, of each kind. */
const MOST_COINS = 250

export const walletCoins = (database: Database.Database, networkId: 0 | 1) => {
  const { query, parametersOf } = walletOutputs(networkId)
  const rows = outputRows(database)
  const looked = query
    // An output with a script costs its spender a fee for the script's size, which is unknown here.
    .where(sql<boolean>`(utxos.flags & ${sql.lit(HAS_SCRIPT)}) = 0`)
  const largest = prepare(
    database,
    queries
      .selectFrom(looked.select(['utxos.id', 'utxos.lovelace']).limit(MOST_LOOKED_AT).as('bounded'))
      .select('id')
      .orderBy('lovelace', 'desc')
      .orderBy('id')
      .limit(MOST_COINS),
    { id: integer },
  )
  const withPolicy = prepare(
    database,
    queries
      .selectFrom(looked.select(['utxos.id', 'utxos.assets']).limit(MOST_LOOKED_AT).as('bounded'))
      .select('id')
      // The first asset of a policy in an output is stored with the policy's bytes.
      .where(sql<boolean>`instr(assets, ${param<Buffer>('policy')}) > 0`),
    { id: integer },
  )
  const coins = (ids: readonly { readonly id: number }[]): [id: number, coin: UnspentOutput][] =>
    rows.byIds(ids.map(({ id }) => id)).map((row, at) => [ids[at]?.id ?? 0, unspentOutput(row)])
  const quantity = ({ output }: UnspentOutput, token: AssetId): bigint =>
    output.assets.find(({ asset }) => asset === token)?.quantity ?? 0n
  return {
    /** @param token token that is spent; the outputs with most of it are among the coins */
    // One transaction, so that all rows are of one state.
    coinsOf: database.transaction((keyHash: Hex, token?: AssetId): UnspentOutput[] => {
      const wallet = parametersOf(keyHash)
      const byId = new Map(coins(largest.all(wallet)))
      if (token !== undefined) {
        const policy = Buffer.from(policyOf(token), 'hex')
        const holding = coins(withPolicy.all({ ...wallet, policy }))
          .filter(([, coin]) => quantity(coin, token) > 0n)
          .sort(([, a], [, b]) => (quantity(b, token) > quantity(a, token) ? 1 : -1))
        for (const [id, coin] of holding.slice(0, MOST_COINS)) byId.set(id, coin)
      }
      return [...byId.values()]
    }),
  }
}
