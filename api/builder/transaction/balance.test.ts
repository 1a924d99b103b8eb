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

const ADDRESS = `60${'ab'.repeat(28)}`

test('more of a token than an output may have is divided among outputs, and more lovelace than that is refused', () => {
  const nothing = { outputs: [] }
  const coins = [coin(0, 3_000_000n, MOST), coin(1, 3_000_000n, MOST - 1n), coin(2, 3_000_000n, 5n)]
  const surplus = surplusOf(nothing, coins)
  assert.deepEqual(surplus, { lovelace: 9_000_000n, assets: [{ asset: TOKEN, quantity: 2n * MOST + 4n }] })
  const change = changeOf(surplus, 200_000n, ADDRESS, DEVNET_PARAMETERS)
  assert.ok('outputs' in change)
  assert.deepEqual(
    change.outputs.map(({ assets }) => assets),
    [MOST, MOST, 4n].map((quantity) => [{ asset: TOKEN, quantity }]),
  )
  assert.equal(
    change.outputs.reduce((sum, { lovelace }) => sum + lovelace, 0n),
    8_800_000n,
  )
  const invented = [coin(0, MOST, 0n), coin(1, 1n, 0n)]
  assert.throws(() => surplusOf(nothing, invented), { code: 'INVALID_REQUEST' })
})

test('change with more kinds of tokens than an output takes has several outputs, and loses nothing', () => {
  const assets = Array.from({ length: 130 }, (_, n) => ({
    asset: `${n.toString(16).padStart(2, '0').repeat(28)}.beef`,
    quantity: BigInt(n + 1),
  }))
  const lovelace = 50_000_000n
  const fee = 200_000n
  const change = changeOf({ lovelace, assets }, fee, ADDRESS, DEVNET_PARAMETERS)
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
