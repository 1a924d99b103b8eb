// The outputs with which a wallet can pay: those with the most lovelace, and those with the most of a token, at every address from which
// its key can spend. Anybody can make a wallet large, so the number of read outputs is limited.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { type AssetId, type Hex, policyOf } from '../../../../schema/primitives.ts'
import { HAS_SCRIPT } from '../../../engine/outputs/utxo-set.ts'
import { integer } from '../../../engine/table/column.ts'
import { param, prepare, queries } from '../../reader/prepared.ts'
import { outputRows, type UnspentOutput, unspentOutput } from './output-rows.ts'
import { walletOutputs } from './wallet-outputs.ts'

/** Reading so many outputs takes some tenths of a second. */
const MOST_LOOKED_AT = 20_000

/** Limit for each kind: the most lovelace, and the most tokens. */
const MOST_COINS = 250

export const walletCoins = (database: Database.Database, networkId: 0 | 1) => {
  const { query, parametersOf } = walletOutputs(networkId)
  const rows = outputRows(database)
  const looked = query
    // The fee for a reference script's size is unknown here.
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
      // Packed assets contain each policy's bytes at its first asset.
      .where(sql<boolean>`instr(assets, ${param<Buffer>('policy')}) > 0`),
    { id: integer },
  )
  const coins = (ids: readonly { readonly id: number }[]): [id: number, coin: UnspentOutput][] =>
    rows.byIds(ids.map(({ id }) => id)).map((row, at) => [ids[at]?.id ?? 0, unspentOutput(row)])
  const quantity = ({ output }: UnspentOutput, token: AssetId): bigint =>
    output.assets.find(({ asset }) => asset === token)?.quantity ?? 0n
  return {
    /** @param token the result includes the outputs with most of this token */
    // One transaction, so all rows belong to one state.
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
