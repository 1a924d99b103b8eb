// The outputs with which a wallet can pay, if it has more outputs than the function returns.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HAS_SCRIPT } from '../../../engine/outputs/utxo-set.ts'
import { MANY_ADDRESSES, MANY_OUTPUTS, openLargeWallets, SMALL } from '../../../testing/large-wallets.ts'
import { walletCoins } from './wallet-coins.ts'

const SIZE = 600
const TOKEN = `${'dd'.repeat(28)}.00`

test('the outputs with most lovelace are handed on, and beside them those with most of a token', (t) => {
  const models = openLargeWallets(t, SIZE)
  const { database } = models
  // The outputs with the most lovelace have the fewest tokens.
  database.exec(`UPDATE utxos SET lovelace = 1000 - lovelace`)
  const { coinsOf } = walletCoins(database, 1)
  const lovelaceOf = (...asked: Parameters<typeof coinsOf>): number[] =>
    coinsOf(...asked).map(({ output }) => Number(output.lovelace))
  const largest = Array.from({ length: 250 }, (_, n) => 1000 - n)
  const withMost = Array.from({ length: 250 }, (_, n) => 1000 - (SIZE - 1) + n)
  for (const key of [MANY_OUTPUTS, MANY_ADDRESSES]) {
    assert.deepEqual(lovelaceOf(key), largest)
    assert.deepEqual(
      lovelaceOf(key, TOKEN).toSorted((a, b) => a - b),
      [...withMost, ...largest].toSorted((a, b) => a - b),
    )
    // A token of the same policy with another name, and a token of another policy.
    for (const other of [`${'dd'.repeat(28)}.01`, `${'ee'.repeat(28)}.00`])
      assert.deepEqual(lovelaceOf(key, other), largest)
  }
  assert.deepEqual(coinsOf(SMALL, TOKEN)[0], {
    reference: { transaction: '00'.repeat(32), index: 2 },
    output: { address: `61${SMALL}`, lovelace: 1000n, assets: [{ asset: TOKEN, quantity: 1n }] },
  })
  assert.deepEqual(coinsOf('00'.repeat(28)), [])
})

test('an output that carries a script is never handed on', (t) => {
  const models = openLargeWallets(t, 5)
  const { coinsOf } = walletCoins(models.database, 1)
  assert.equal(coinsOf(SMALL, TOKEN).length, 5)
  models.database.exec(`UPDATE utxos SET flags = flags | ${HAS_SCRIPT}`)
  assert.deepEqual(coinsOf(SMALL, TOKEN), [])
})
