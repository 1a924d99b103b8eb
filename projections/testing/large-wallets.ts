// Wallets that are expensive to read, one with many outputs at one address and one with many addresses, and a small wallet.
import type { TestContext } from 'node:test'
import { packAssets } from '../../schema/codecs/packed-assets.ts'
import { transactions, utxos } from '../engine/outputs/utxo-set.ts'
import { makeLateIndexes } from '../engine/table/indexes.ts'
import { Rows } from '../engine/table/rows.ts'
import { positionOf } from '../engine/table/table.ts'
import { WriteContext } from '../engine/table/write-context.ts'
import { type TestModels, testModels } from './test-models.ts'

export const MANY_OUTPUTS = 'aa'.repeat(28)
export const MANY_ADDRESSES = 'bb'.repeat(28)
export const SMALL = 'cc'.repeat(28)

/** Address headers with a stake key, and without. */
const BASE = '01'
const ENTERPRISE = '61'

/** The large wallets have `size` outputs each. */
export const openLargeWallets = (t: Pick<TestContext, 'after'>, size: number, smallSize = 5): TestModels => {
  const test = testModels(t)
  const { database } = test.folding
  const context = new WriteContext()
  const write = {
    transactions: new Rows(database, transactions, context),
    utxos: new Rows(database, utxos, context),
  }
  database.transaction(() => {
    for (let n = 0; n < size; n += 1) {
      const id = positionOf(n + 1, 0)
      context.beginBlock(n + 1)
      const owners = [
        ENTERPRISE + MANY_OUTPUTS,
        BASE + MANY_ADDRESSES + n.toString(16).padStart(56, '0'),
        ...(n < smallSize ? [ENTERPRISE + SMALL] : []),
      ]
      const hash = Buffer.alloc(32)
      hash.writeUInt32BE(n)
      write.transactions.insert({ id, hash, outputs: owners.length, first_index: 0, block_index: 0 })
      owners.forEach((owner, at) => {
        const address = Buffer.from(owner, 'hex')
        const assets = packAssets([{ asset: `${'dd'.repeat(28)}.00`, quantity: BigInt(n + 1) }])
        write.utxos.insert({ id: id + at, address, lovelace: BigInt(n), assets, flags: 0, datum: null })
      })
    }
    database
      .prepare('INSERT INTO checkpoint VALUES (1, 1, 1, ?, ?, 1, ?)')
      .run(size, 'cd'.repeat(32), context.digest.toString())
  })()
  makeLateIndexes(database, [utxos])
  return test
}
