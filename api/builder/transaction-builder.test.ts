// Coins that the builder prefers, on the devnet's ledger. Outputs with a script are spent only if the others do not suffice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TERMS } from '../../devnet/launchpad.ts'
import type { LedgerUtxo } from '../../devnet/ledger/output.ts'
import { makeUtxo } from '../../devnet/ledger/output.ts'
import { DEVNET_PARAMETERS } from '../../devnet/ledger/parameters.ts'
import { encodeVestingLock } from '../../schema/launchpad/datums/vesting-lock.ts'
import { type AssetAmount, assetId } from '../../schema/primitives.ts'
import { CANCELLATION_DELAY_MS, type OrderIntent, placeOrder } from './recipes/order.ts'
import { scriptAddress } from './terms.ts'
import { ALICE, aliceHas, ledgerWith, nodeOf, SLOT } from './testing/ledger-node.ts'
import { withSignatures } from './transaction/attach-witness.ts'
import { minUtxoOf } from './transaction/balance.ts'
import { transactionBuilder } from './transaction-builder.ts'
import { ownCollateral } from './wanted-collateral.ts'

const ADA = 1_000_000n
const NOW = 1_780_000_000_000
const TOKEN = assetId('ab'.repeat(28), '746f6b656e')

const SCRIPT = {
  language: 'plutus:v2',
  cbor: `590bb8${'ab'.repeat(3_000)}`,
  hash: 'ab'.repeat(28),
} as const

const coin = (n: number, ada: bigint, hasScript = false): LedgerUtxo => {
  const utxo = aliceHas({ transaction: n.toString(16).padStart(64, '0'), index: 0 }, ada * ADA, [])
  return hasScript ? { ...utxo, output: { ...utxo.output, script: SCRIPT } } : utxo
}

const buying = (ada: bigint): OrderIntent => ({
  kind: 'instant',
  side: 'buy',
  token: TOKEN,
  amount: ada * ADA,
  worstPrice: { numerator: 1n, denominator: 1_000_000n },
})

const spentBy = async (
  coins: readonly LedgerUtxo[],
  ada: bigint,
  builder = transactionBuilder(nodeOf(ledgerWith(coins)), { coinsOf: () => coins }, () => NOW),
): Promise<string[]> => {
  const { spent } = await builder.order({
    owner: ALICE,
    intent: buying(ada),
    coins: [coins],
    now: NOW,
    terms: TERMS,
  })
  return spent.map(({ transaction }) => transaction.replace(/^0+/, ''))
}

/** Alice may withdraw it. */
const lockOf = (ada: bigint, assets: readonly AssetAmount[] = []): LedgerUtxo =>
  makeUtxo(LOCKED, {
    address: scriptAddress(TERMS, TERMS.vesting.hash),
    lovelace: ada * ADA,
    assets,
    datum: encodeVestingLock({ lockedUntil: BigInt(SLOT) * 1000n - 1n, redeemerVkh: ALICE.pkh }, 'definite'),
  })

const LOCKED = { transaction: 'cd'.repeat(32), index: 0 }

/** Alice takes an output back. */
const takeBack = async (job: 'cancel' | 'redeem', locked: LedgerUtxo, coins: readonly LedgerUtxo[]) => {
  const ledger = ledgerWith([...coins, locked])
  const builder = transactionBuilder(nodeOf(ledger), { coinsOf: () => coins }, () => NOW)
  const { id, cbor } = await builder[job]({
    owner: ALICE,
    coins: [coins],
    terms: TERMS,
    locked,
    from: { slot: SLOT, time: SLOT * 1000 },
    until: SLOT + 7_200,
    collateral: { from: 'wallet' },
  })
  const signature = { publicKey: ALICE.key.publicKey, signature: ALICE.key.sign(id) }
  return { id, ledger, builder, signed: withSignatures(cbor, [signature]) }
}

const assertTakenBack = async (...what: Parameters<typeof takeBack>): Promise<void> => {
  const { id, ledger, signed } = await takeBack(...what)
  assert.deepEqual(ledger.submit(signed), { id }, what[0])
}

test('a coin with a script pays only if the others do not suffice, and is the last collateral', async () => {
  const [published, small, large] = [coin(1, 500n, true), coin(2, 100n), coin(3, 200n)]
  assert.deepEqual(await spentBy([published, small, large], 50n), ['3'])
  assert.deepEqual(await spentBy([published, small, large], 250n), ['2', '3'])
  assert.deepEqual(await spentBy([published, small, large], 400n), ['1', '3'])
  assert.deepEqual(await spentBy([published], 50n), ['1'])
  assert.deepEqual(ownCollateral([[published, large, small]]), [small])
  // The second group is of transactions that are not in a block yet, and may never be.
  assert.deepEqual(ownCollateral([[published, large], [small]]), [large])
  assert.deepEqual(ownCollateral([[published], [small]]), [small])
  assert.deepEqual(ownCollateral([[published]]), [published])
})

test('of coins with tokens, the one with the most lovelace is collateral, since one with the minimum cannot pay', async () => {
  const locked = lockOf(2n, [{ asset: TOKEN, quantity: 7n }])
  const tokens = Array.from({ length: 40 }, (_, at) => ({
    asset: assetId((at + 16).toString(16).repeat(28), ''),
    quantity: 1n,
  }))
  const least = minUtxoOf({ address: ALICE.address, assets: tokens }, DEVNET_PARAMETERS)
  const coins = [
    aliceHas({ transaction: 'aa'.repeat(32), index: 0 }, least, tokens),
    aliceHas({ transaction: 'bb'.repeat(32), index: 0 }, 300n * ADA, tokens),
  ]
  await assertTakenBack('redeem', locked, coins)
})

test('an order and a lock whose outputs have a reference script are taken back: the fee covers the script', async () => {
  const coins = [coin(1, 100n), coin(2, 90n)]
  const { recipe } = placeOrder(ALICE, buying(10n), {
    now: SLOT * 1000 - CANCELLATION_DELAY_MS,
    seed: aliceHas({ transaction: 'dd'.repeat(32), index: 0 }, ADA),
    terms: TERMS,
  })
  for (const [job, locked] of [
    ['cancel', makeUtxo(LOCKED, recipe.outputs[0] ?? assert.fail())],
    ['redeem', lockOf(20n)],
  ] as const)
    await assertTakenBack(job, { ...locked, output: { ...locked.output, script: SCRIPT } }, coins)
})

test('a refused transaction names all outputs that it needs', async () => {
  const lock = lockOf(20n)
  const [payer, collateral] = [coin(1, 100n), coin(2, 6n)]
  const { builder, signed } = await takeBack('redeem', lock, [payer, collateral])
  const neededOf = async (cbor: string) => (await builder.submit(cbor)).refused?.needed
  const needed = [payer, lock, collateral].map(({ reference }) => reference)
  assert.equal(await neededOf(signed), undefined)
  assert.deepEqual(await neededOf(signed), [...needed, TERMS.vesting.reference])
  assert.deepEqual(await neededOf('84a10005a0f5f6'), [])
})

test('a build prefers coins that no build of the last minute was offered, as far as they suffice', async () => {
  const coins = [coin(1, 100n), coin(2, 90n), coin(3, 80n)]
  let now = 0
  const builder = transactionBuilder(nodeOf(ledgerWith(coins)), { coinsOf: () => coins }, () => now)
  const built: string[][] = []
  for (const [at, ada] of [
    [0, 50n],
    [30_000, 50n],
    [30_000, 50n],
    [59_999, 75n],
    [60_000, 95n],
    [60_000, 200n],
  ] as const) {
    now = at
    built.push(await spentBy(coins, ada, builder))
  }
  assert.deepEqual(built, [['1'], ['2'], ['3'], ['1'], ['1', '2'], ['1', '2', '3']])
})
