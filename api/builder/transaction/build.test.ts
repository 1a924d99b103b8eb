// Recipes that run scripts, built with a view of the node and checked by the devnet's ledger.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TERMS } from '../../../devnet/launchpad.ts'
import { type LedgerUtxo, makeUtxo } from '../../../devnet/ledger/output.ts'
import { decodeTransaction } from '../../../devnet/ledger/transaction.ts'
import { EMISSION } from '../../../schema/launchpad/curve.ts'
import { assetId } from '../../../schema/primitives.ts'
import { launch } from '../recipes/launch.ts'
import { launchSeed } from '../recipes/launch-checks.ts'
import { CANCELLATION_DELAY_MS, placeOrder } from '../recipes/order.ts'
import { cancelOrder } from '../recipes/take-back.ts'
import {
  ALICE,
  aliceHas,
  BOB,
  buildWith,
  ledgerWith,
  nodeOf,
  SLOT,
  signedBy,
} from '../testing/ledger-node.ts'
import { LUCKY_NEWT } from '../testing/lucky-newt.ts'

const ONE = '11'.repeat(32)
const OTHER = '22'.repeat(32)
const COLLATERAL = aliceHas({ transaction: OTHER, index: 9 }, 10_000_000n)
const TOKEN = assetId('ab'.repeat(28), '01')

/** Output 2 of a transaction. It may already be cancelled. */
const ORDER = (() => {
  const coin = aliceHas({ transaction: OTHER, index: 0 }, 500_000_000n)
  const intent = {
    kind: 'instant',
    side: 'buy',
    token: TOKEN,
    amount: 5_000_000n,
    worstPrice: { numerator: 1n, denominator: 5n },
  } as const
  const now = SLOT * 1000 - CANCELLATION_DELAY_MS
  const [output] = placeOrder(ALICE, intent, { now, seed: coin, terms: TERMS }).recipe.outputs
  return makeUtxo({ transaction: ONE, index: 2 }, output ?? assert.fail())
})()

const cancelling = (coins: readonly LedgerUtxo[], collateral: readonly LedgerUtxo[] = [COLLATERAL]) => ({
  recipe: cancelOrder(ALICE, ORDER, TERMS, { slot: SLOT, time: SLOT * 1000 }),
  coins,
  change: ALICE.address,
  collateral,
})

test('an order is cancelled with a coin whose index has more digits than its own', async () => {
  const coin = aliceHas({ transaction: ONE, index: 10 }, 50_000_000n)
  const ledger = ledgerWith([ORDER, coin, COLLATERAL])
  const made = await buildWith(nodeOf(ledger), cancelling([coin]))
  assert.deepEqual(ledger.submit(signedBy(made, ALICE)), { id: made.id })
  const { redeemers, outputs } = decodeTransaction(made.cbor)
  assert.deepEqual(
    redeemers.map(({ purpose, index }) => [purpose, index]),
    [['spend', 0]],
  )
  assert.deepEqual([outputs[0]?.address, outputs[0]?.lovelace], [ALICE.address, 7_600_000n])
})

test('a cancellation that the order itself has to pay for is refused, as all of it returns', async () => {
  await assert.rejects(buildWith(nodeOf(ledgerWith([ORDER, COLLATERAL])), cancelling([])), {
    code: 'INSUFFICIENT_FUNDS',
  })
})

test('coins of which the scripts ask for one more are measured again together', async () => {
  // The first coin suffices only without the scripts' costs.
  for (let lovelace = 1_140_000n; lovelace < 1_250_000n; lovelace += 10_000n) {
    const coins = [
      aliceHas({ transaction: '00'.repeat(32), index: 0 }, lovelace),
      aliceHas({ transaction: 'ff'.repeat(32), index: 0 }, 1_100_000n),
    ]
    const ledger = ledgerWith([ORDER, ...coins, COLLATERAL])
    const made = await buildWith(nodeOf(ledger), cancelling(coins))
    assert.deepEqual(ledger.submit(signedBy(made, ALICE)), { id: made.id })
  }
})

test('a launch by somebody with nothing but one coin and a collateral', async () => {
  const coin = aliceHas({ transaction: ONE, index: 0 }, 200_000_000n)
  const ledger = ledgerWith([coin, COLLATERAL])
  const request = { ...LUCKY_NEWT, launchType: 'HYPED' } as const
  const chain = { terms: TERMS, parameters: ledger.parameters }
  const { recipe, token, creatorTokens } = launch(ALICE, request, launchSeed([coin]), chain)
  const assembly = { recipe, coins: [coin], change: ALICE.address, collateral: [COLLATERAL] }
  const made = await buildWith(nodeOf(ledger), assembly)
  assert.deepEqual(ledger.submit(signedBy(made, ALICE)), { id: made.id })
  ledger.makeBlock()
  const held = ledger.utxo.at(ALICE.address).flatMap(({ output }) => output.assets)
  assert.deepEqual(held, [{ asset: token, quantity: creatorTokens }])
  assert.ok(creatorTokens > 0n && creatorTokens < EMISSION)
})

test('the fee pays for the signature of whoever puts up the collateral', async () => {
  const coin = aliceHas({ transaction: ONE, index: 10 }, 50_000_000n)
  const collateral = makeUtxo(COLLATERAL.reference, { address: BOB.address, lovelace: 10_000_000n })
  const ledger = ledgerWith([ORDER, coin, collateral])
  const made = await buildWith(nodeOf(ledger), cancelling([coin], [collateral]))
  assert.deepEqual(made.signers, [ALICE.pkh, BOB.pkh])
  assert.deepEqual(ledger.submit(signedBy(made, ALICE, BOB)), { id: made.id })
})

test('scripts that run ask for a collateral that suffices', async () => {
  const coin = aliceHas({ transaction: ONE, index: 3 }, 50_000_000n)
  const poor = aliceHas({ transaction: OTHER, index: 8 }, 1_000_000n)
  const node = nodeOf(ledgerWith([ORDER, coin, poor]))
  for (const collateral of [[], [poor]])
    await assert.rejects(buildWith(node, cancelling([coin], collateral)), { code: 'NO_COLLATERAL' })
  const withCollateral = (lovelace: bigint) => {
    const collateral = aliceHas({ transaction: OTHER, index: 8 }, lovelace)
    return buildWith(nodeOf(ledgerWith([ORDER, coin, collateral])), cancelling([coin], [collateral]))
  }
  // The minimum in the error suffices, and one lovelace less does not.
  const words = await withCollateral(1_000_000n).then(
    () => assert.fail('the collateral is too small'),
    (error: Error) => error.message,
  )
  const [, least = ''] =
    /^the collateral has 1000000 lovelace but needs ([0-9]+)$/.exec(words) ?? assert.fail(words)
  await withCollateral(BigInt(least))
  await assert.rejects(withCollateral(BigInt(least) - 1n), { code: 'NO_COLLATERAL' })
})
