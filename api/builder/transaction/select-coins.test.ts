import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largestCoin, selectCoins } from './select-coins.ts'
import { lovelaceIn, quantityIn, type Utxo } from './utxo.ts'

const TOKEN = `${'aa'.repeat(28)}.01`
const OTHER = `${'bb'.repeat(28)}.02`
const ADDRESS = `60${'11'.repeat(28)}`

let made = 0
const coin = (lovelace: bigint, quantity = 0n, asset = TOKEN): Utxo => {
  made += 1
  return {
    reference: { transaction: made.toString(16).padStart(64, '0'), index: made % 3 },
    output: { address: ADDRESS, lovelace, assets: quantity === 0n ? [] : [{ asset, quantity }] },
  }
}

const small = coin(2_000_000n)
const middle = coin(5_000_000n)
const large = coin(9_000_000n)
const tokens = coin(1_500_000n, 40n)
const moreTokens = coin(1_200_000n, 70n)
const others = coin(3_000_000n, 1_000n, OTHER)
const all = [small, tokens, middle, others, moreTokens, large]

test('the largest coins are taken first, plain ones if they suffice, and no more than needed', () => {
  const dated = { ...middle, output: { ...middle.output, lovelace: 99_000_000n, datum: '80' } }
  const rich = coin(500_000_000n, 200n)
  for (const [wallet, lovelace, chosen] of [
    [all, 8_000_000n, [large]],
    [all, 14_000_001n, [large, middle, small]],
    [all, 16_000_001n, [large, middle, others]],
    [[rich, dated, large, middle], 14_000_000n, [large, middle]],
    [[rich, dated, large, middle], 14_000_001n, [rich]],
    [[dated, large], 9_000_001n, [dated]],
  ] as const)
    assert.deepEqual(selectCoins(wallet, { lovelace }), chosen, `${lovelace}`)
  assert.deepEqual([largestCoin([rich, dated, small]), largestCoin([rich, dated])], [small, rich])
})

test('coins with the token come first, and their lovelace counts', () => {
  assert.deepEqual(selectCoins(all, { assets: [{ asset: TOKEN, quantity: 70n }], lovelace: 1_200_000n }), [
    moreTokens,
  ])
  assert.deepEqual(selectCoins(all, { assets: [{ asset: TOKEN, quantity: 71n }], lovelace: 3_000_000n }), [
    moreTokens,
    tokens,
    large,
  ])
})

test('the choice does not depend on the order of the wallet', () => {
  for (const need of [
    { lovelace: 14_000_001n },
    { lovelace: 3_000_000n, assets: [{ asset: TOKEN, quantity: 71n }] },
  ])
    assert.deepEqual(selectCoins(all.toReversed(), need), selectCoins(all, need))
  assert.deepEqual(
    [largestCoin(all), largestCoin(all, TOKEN), largestCoin([])],
    [large, moreTokens, undefined],
  )
})

test('what is not there is not chosen', () => {
  const one = coin(1_000_000n, 1n)
  assert.deepEqual([largestCoin([one], TOKEN), largestCoin([one], OTHER)], [one, undefined])
  assert.equal(selectCoins(all, { assets: [{ asset: TOKEN, quantity: 111n }], lovelace: 0n }), undefined)
  assert.equal(selectCoins(all, { lovelace: lovelaceIn(all) + 1n }), undefined)
  assert.deepEqual(selectCoins(all, { lovelace: lovelaceIn(all) })?.length, all.length)
  assert.deepEqual(selectCoins([], { lovelace: 0n }), [])
})

test('sums are of all that is given', () => {
  assert.equal(quantityIn(all, TOKEN), 110n)
  assert.equal(quantityIn(all, OTHER), 1_000n)
  assert.equal(lovelaceIn(all), 21_700_000n)
})
