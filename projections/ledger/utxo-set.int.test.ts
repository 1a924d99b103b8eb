// The UTxO set compared with an independent fold of the same recorded blocks: a map of outputs in plain TypeScript, with another reader of
// the same text.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { safeJSON } from '@cardano-ogmios/client'
import { mainnetHours, mainnetLaunch } from '../../fixtures/chains/recorded-chains.ts'
import { readFrame } from '../../indexer/ogmios/chain-sync.ts'
import type { UnspentOutputBody } from '../../schema/answers/utxos.ts'
import { formatAddress, paymentCredential } from '../../schema/codecs/address.ts'
import { unpackAssets } from '../../schema/codecs/packed-assets.ts'
import { unspentReads } from '../read/queries/outputs/unspent-outputs.ts'
import { mainnetOperations as operations } from '../testing/mainnet-operations.ts'
import { openTestModels } from '../testing/test-models.ts'

type Value = Record<string, string>
interface Folded {
  readonly address: string
  readonly value: Value
}

interface OgmiosOutput {
  readonly address: string
  readonly value: Record<string, Record<string, bigint | number>>
}
interface OgmiosTransaction {
  readonly id: string
  readonly spends: 'inputs' | 'collaterals'
  readonly inputs: readonly { readonly transaction: { readonly id: string }; readonly index: number }[]
  readonly collaterals?: OgmiosTransaction['inputs']
  readonly outputs: readonly OgmiosOutput[]
  readonly collateralReturn?: OgmiosOutput
}

const amountsOf = ({ value }: OgmiosOutput): Value =>
  Object.fromEntries(
    Object.entries(value).flatMap(([policy, names]) =>
      Object.entries(names).map(([name, amount]) => [
        policy === 'ada' ? 'lovelace' : `${policy}.${name}`,
        BigInt(amount).toString(),
      ]),
    ),
  )

const foldPlainly = (frames: readonly string[]): Map<string, Folded> => {
  const unspent = new Map<string, Folded>()
  for (const frame of frames) {
    const { result } = safeJSON.parse(frame) as {
      result: { block: { transactions: readonly OgmiosTransaction[] } }
    }
    for (const transaction of result.block.transactions) {
      const isFailed = transaction.spends === 'collaterals'
      const spent = isFailed ? (transaction.collaterals ?? []) : transaction.inputs
      for (const input of spent) unspent.delete(`${input.transaction.id}#${input.index}`)
      const add = (output: OgmiosOutput, index: number) =>
        unspent.set(`${transaction.id}#${index}`, { address: output.address, value: amountsOf(output) })
      if (!isFailed) transaction.outputs.forEach(add)
      else if (transaction.collateralReturn) add(transaction.collateralReturn, transaction.outputs.length)
    }
  }
  return unspent
}

for (const [{ name, path, skip }, unspent] of [
  [mainnetLaunch, 2_059],
  [mainnetHours, 9_840],
] as const) {
  test(`the outputs that ${name} leaves are those that a plain fold leaves`, { skip }, (t) => {
    const frames = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n')
    const expected = foldPlainly(frames)
    const { apply, database, close } = openTestModels(operations)
    t.after(close)
    const blocks = frames.map((frame) => {
      const message = readFrame(frame)
      assert.equal(message.kind, 'forward')
      if (message.kind !== 'forward') throw new Error('unreachable')
      return message.block
    })
    apply(...blocks)

    const rows = database
      .prepare(
        `SELECT t.hash, u.id - t.id + t.first_index AS ix, u.address, u.lovelace, u.assets
       FROM utxos u JOIN transactions t ON t.id = (SELECT max(id) FROM transactions WHERE id <= u.id)`,
      )
      .safeIntegers()
      .all() as { hash: Buffer; ix: bigint; address: Buffer; lovelace: bigint; assets: Buffer | null }[]
    const actual = new Map(
      rows.map(({ hash, ix, address, lovelace, assets }) => [
        `${hash.toString('hex')}#${ix}`,
        {
          address: formatAddress(address.toString('hex')),
          value: Object.fromEntries([
            ['lovelace', lovelace.toString()],
            ...unpackAssets(assets).map(({ asset, quantity }) => [asset, quantity.toString()]),
          ]),
        },
      ]),
    )
    assert.equal(actual.size, unspent)
    assert.deepEqual(actual, expected)

    // Reads pages of every payment key's outputs, like wallets, and compares them with all its outputs.
    const { quickPage, idsOf, outputsOf } = unspentReads(database, 1)
    const byKey = new Map<string, Set<string>>()
    for (const { address } of rows) {
      const credential = paymentCredential(address.toString('hex'))
      if (credential?.kind === 'key') byKey.set(credential.hash, new Set())
    }
    const addressKeys = new Map(
      rows.map(({ address }) => [
        formatAddress(address.toString('hex')),
        paymentCredential(address.toString('hex')),
      ]),
    )
    for (const [reference, { address }] of expected) {
      const credential = addressKeys.get(address)
      if (credential?.kind === 'key') byKey.get(credential.hash)?.add(reference)
    }
    for (const [key, references] of byKey) {
      const found: UnspentOutputBody[] = JSON.parse(outputsOf(idsOf(key)))
      // Pages that are read at once are equal, if they can be read at once.
      const quick = quickPage(key, 0, 500)
      if (quick !== undefined) assert.deepEqual(JSON.parse(quick), found.slice(0, 500))
      assert.deepEqual(
        found
          .map(({ txHash, index, address, value }) => {
            const reference = `${txHash}#${index}`
            assert.deepEqual(
              { address, value: Object.fromEntries(value.map(({ unit, amount }) => [unit, amount])) },
              expected.get(reference),
            )
            return reference
          })
          .sort(),
        [...references].sort(),
      )
    }
  })
}
