import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEVNET_PARAMETERS } from '../../../devnet/ledger/parameters.ts'
import { changeOf, surplusOf } from './balance.ts'
import type { Utxo } from './utxo.ts'

const TOKEN = `${'cd'.repeat(28)}.beef`
const MOST = 2n ** 64n - 1n

const coin = (index: number, lovelace: bigint, quantity: bigint): Utxo => ({
  reference: { transaction: '12'.repeat(32), index },
  output: { address: `60${'ab'.repeat(28)}`, lovelace, assets: [{ asset: TOKEN, quantity }] },
})

test('what no output can hold is not made into change', () => {
  const nothing = { outputs: [] }
  assert.deepEqual(surplusOf(nothing, [coin(0, MOST, MOST)]), {
    lovelace: MOST,
    assets: [{ asset: TOKEN, quantity: MOST }],
  })
  for (const coins of [
    [coin(0, MOST, 0n), coin(1, 1n, 0n)],
    [coin(0, 0n, MOST), coin(1, 0n, 1n)],
  ])
    assert.throws(() => surplusOf(nothing, coins), { code: 'INVALID_REQUEST' })
})

test('change with more kinds of tokens than an output takes has several outputs, and loses nothing', () => {
  const assets = Array.from({ length: 130 }, (_, n) => ({
    asset: `${n.toString(16).padStart(2, '0').repeat(28)}.beef`,
    quantity: BigInt(n + 1),
  }))
  const lovelace = 50_000_000n
  const fee = 200_000n
  const change = changeOf({ lovelace, assets }, fee, `60${'ab'.repeat(28)}`, DEVNET_PARAMETERS)
  assert.ok('outputs' in change)
  const { outputs } = change
  assert.deepEqual(
    outputs.map(({ assets = [] }) => assets.length),
    [60, 60, 10],
  )
  assert.deepEqual(
    outputs.flatMap(({ assets = [] }) => assets),
    assets,
  )
  assert.equal(
    outputs.reduce((sum, output) => sum + output.lovelace, 0n),
    lovelace - fee,
  )
})
