// The UTxO monitor: the outputs of a wallet, page by page, compared with those in the devnet's ledger.
import assert from 'node:assert/strict'
import { parseAddress } from '../../schema/codecs/address.ts'
import { assertIs } from './kinds.ts'
import { judgeRefusals, optional, required } from './requests.ts'
import { UNSPENT_OUTPUT, VALUE } from './resources.ts'
import type { Section } from './rows.ts'

interface Output {
  readonly txHash: string
  readonly index: number
  readonly value: readonly { readonly unit: string }[]
}

const nameOf = ({ txHash, index }: Output): string => `${txHash}#${index}`

export const utxoMonitor: Section = {
  name: 'utxo monitor',
  rows: 11,
  async judge(row, { devnet, post, tell, wallet }) {
    const { pkh } = wallet
    const all: Output[] = await post('/getUtxos', { pkh })
    await row('POST /getUtxos {pkh}: array of Unspent output', () => {
      assert.ok(all.length > 2)
      for (const output of all) assertIs(UNSPENT_OUTPUT, output)
    })
    await row('value: lovelace first, each other unit an asset id', () => {
      assert.ok(all.some(({ value }) => value.length > 1))
      for (const { value } of all)
        for (const [at, each] of value.entries()) {
          assertIs(VALUE, each)
          assert.equal(each.unit === 'lovelace', at === 0)
        }
    })
    await judgeRefusals(
      row,
      { pkh: required(pkh.slice(1)), query: optional('spent'), offset: optional('0'), limit: optional(1.5) },
      (change) => tell('/getUtxos', { pkh, ...change }),
    )
    await row.is(
      'the defaults: offset 0, limit 100, query unspent',
      await post('/getUtxos', { pkh, offset: 0, limit: 100, query: 'unspent' }),
      all,
    )
    await row.is('of an unknown wallet: 200 []', await post('/getUtxos', { pkh: 'ab'.repeat(28) }), [])
    await row.is(
      'null for optional fields',
      await post('/getUtxos', { pkh, offset: null, limit: null, query: null }),
      all,
    )
    await row('pagination: pages until one is shorter than limit are all outputs of the ledger', async () => {
      const paged: Output[] = []
      for (let offset = 0; ; offset += 2) {
        const page: Output[] = await post('/getUtxos', { pkh, offset, limit: 2 })
        paged.push(...page)
        if (page.length < 2) break
      }
      const address = parseAddress(wallet.address)
      const owned = [...devnet.ledger.utxo.values()]
        .filter(({ output }) => output.address === address)
        .map(({ reference }) => `${reference.transaction}#${reference.index}`)
      assert.deepEqual(paged.map(nameOf).sort(), owned.sort())
    })
  },
}
