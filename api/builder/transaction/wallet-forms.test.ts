// A transaction passes through wallets. Their libraries read it, add signatures and write it again; hardware wallets write the body from
// its parts. The transaction's id stays the same, and its fee suffices in every form. The project builds nothing with this test's library.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import * as Csl from '@emurgo/cardano-serialization-lib-nodejs'
import { TERMS } from '../../../devnet/launchpad.ts'
import { makeUtxo } from '../../../devnet/ledger/output.ts'
import { DEVNET_PARAMETERS } from '../../../devnet/ledger/parameters.ts'
import { decodeTransaction } from '../../../devnet/ledger/transaction.ts'
import { decimalFraction, feeSize, minimumFee, scriptBytes } from '../../../schema/launchpad/ledger-fees.ts'
import { assetId, type Hex } from '../../../schema/primitives.ts'
import { launch } from '../recipes/launch.ts'
import { launchSeed } from '../recipes/launch-checks.ts'
import { lockTokens } from '../recipes/lock.ts'
import { CANCELLATION_DELAY_MS, placeOrder } from '../recipes/order.ts'
import type { Recipe } from '../recipes/recipe.ts'
import { cancelOrder } from '../recipes/take-back.ts'
import { notCanonical } from '../testing/canonical-cbor.ts'
import { ALICE, aliceHas, BOB, buildWith, ledgerWith, nodeOf, SLOT } from '../testing/ledger-node.ts'
import { LUCKY_NEWT } from '../testing/lucky-newt.ts'
import type { Assembled } from './assemble.ts'
import { withSignatures } from './attach-witness.ts'

const ONE = '11'.repeat(32)
const OTHER = '22'.repeat(32)
const NOW = SLOT * 1000
const TOKENS = ['ff', '00ff', '0aaa', '01'.repeat(32), ''].map((name) => assetId('ab'.repeat(28), name))
const [TOKEN = ''] = TOKENS

const COIN = aliceHas(
  { transaction: ONE, index: 0 },
  900_000_000n,
  [...TOKENS, assetId('0c'.repeat(28), 'ee')].map((asset) => ({ asset, quantity: 70_000n })),
)
const SECOND = aliceHas({ transaction: OTHER, index: 300 }, 700_000_000n)
/** Another key must sign too, for example the service's. */
const COLLATERAL = makeUtxo(
  { transaction: OTHER, index: 9 },
  { address: BOB.address, lovelace: 10_000_000n, assets: [] },
)

const orderAt = (now: number) => {
  const intent = {
    kind: 'instant',
    side: 'buy',
    token: TOKEN,
    amount: 5_000_000n,
    worstPrice: { numerator: 1n, denominator: 5n },
  } as const
  return placeOrder(ALICE, intent, { now, seed: COIN, terms: TERMS }).recipe
}

const ORDER = makeUtxo(
  { transaction: ONE, index: 2 },
  orderAt(NOW - CANCELLATION_DELAY_MS).outputs[0] ?? assert.fail(),
)

const LOCK = { asset: TOKEN, quantity: 1_000n, stages: 3, end: NOW + 90_000_000 }

const RECIPES: Readonly<Record<string, Recipe>> = {
  order: { ...orderAt(NOW), spend: [{ utxo: COIN }] },
  cancellation: { ...cancelOrder(ALICE, ORDER, TERMS, { slot: SLOT, time: NOW }), until: SLOT + 7_200 },
  launch: launch(ALICE, LUCKY_NEWT, launchSeed([COIN]), { terms: TERMS, parameters: DEVNET_PARAMETERS })
    .recipe,
  lock: lockTokens(ALICE, LOCK, { now: NOW, terms: TERMS }),
}

const start = () => ledgerWith([ORDER, COIN, SECOND, COLLATERAL])
const made: Record<string, Assembled> = {}

before(async () => {
  for (const [name, recipe] of Object.entries(RECIPES)) {
    const assembly = { recipe, coins: [COIN, SECOND], change: ALICE.address, collateral: [COLLATERAL] }
    made[name] = await buildWith(nodeOf(start()), assembly)
  }
})

const signaturesFor = ({ id, signers }: Assembled) =>
  [ALICE, BOB]
    .filter(({ pkh }) => signers.includes(pkh))
    .map(({ key }) => ({ publicKey: key.publicKey, signature: key.sign(id) }))

const vkeysFor = (transaction: Assembled): Csl.Vkeywitness[] =>
  signaturesFor(transaction).map(({ publicKey, signature }) =>
    Csl.Vkeywitness.new(
      Csl.Vkey.new(Csl.PublicKey.from_hex(publicKey)),
      Csl.Ed25519Signature.from_hex(signature),
    ),
  )

/** Some clients keep the body's bytes, others write the whole body again. */
const SIGNED: Readonly<Record<string, (transaction: Assembled) => Hex>> = {
  'by the assembler': (transaction) => transaction.sign(signaturesFor(transaction)),
  'by /sign': (transaction) => withSignatures(transaction.cbor, signaturesFor(transaction)),
  'by a client that keeps the body': (transaction) => {
    const fixed = Csl.FixedTransaction.from_hex(transaction.cbor)
    for (const vkey of vkeysFor(transaction)) fixed.add_vkey_witness(vkey)
    return fixed.to_hex()
  },
  'by a client that writes it again': (transaction) => {
    const read = Csl.Transaction.from_hex(transaction.cbor)
    const witnesses = read.witness_set()
    const vkeys = Csl.Vkeywitnesses.new()
    for (const vkey of vkeysFor(transaction)) vkeys.add(vkey)
    witnesses.set_vkeys(vkeys)
    return Csl.Transaction.new(read.body(), witnesses, read.auxiliary_data()).to_hex()
  },
}

const fraction = (decimal: number): Csl.UnitInterval => {
  const [numerator, denominator] = decimalFraction(decimal)
  return Csl.UnitInterval.new(Csl.BigNum.from_str(`${numerator}`), Csl.BigNum.from_str(`${denominator}`))
}

const leastByLibrary = (cbor: Hex, scripts: number): bigint => {
  const { minFeeCoefficient, minFeeConstant, prices, minFeeReferenceScripts } = DEVNET_PARAMETERS
  const transaction = Csl.Transaction.from_hex(cbor)
  const number = (value: number) => Csl.BigNum.from_str(`${value}`)
  const parts = [
    Csl.min_fee(transaction, Csl.LinearFee.new(number(minFeeCoefficient), number(minFeeConstant))),
    Csl.min_script_fee(transaction, Csl.ExUnitPrices.new(fraction(prices.memory), fraction(prices.steps))),
    Csl.min_ref_script_fee(scripts, fraction(minFeeReferenceScripts?.base ?? 0)),
  ]
  return parts.reduce((sum, part) => sum + BigInt(part.to_str()), 0n)
}

test('the fee suffices for the transaction as wallets make it, and for the minimum of their library', () => {
  for (const [name, transaction] of Object.entries(made)) {
    const carriers = (RECIPES[name]?.references ?? []).flatMap(
      (reference) => start().utxo.get(reference) ?? [],
    )
    const scripts = scriptBytes(carriers)
    for (const [how, sign] of Object.entries(SIGNED)) {
      const cbor = sign(transaction)
      const { redeemers, fee, id } = decodeTransaction(cbor)
      const least = minimumFee(feeSize(cbor), redeemers, scripts, DEVNET_PARAMETERS)
      // The library counts one byte more than the ledger.
      assert.equal(fee - least, 44n, `${name} ${how}`)
      assert.ok(fee >= leastByLibrary(cbor, scripts), `${name} ${how} by the library`)
      assert.equal(id, transaction.id, `${name} ${how}`)
      assert.deepEqual(start().submit(cbor), { id }, `${name} ${how}`)
    }
  }
})

test('all sets have their tag, in the body and in the witnesses, unsigned and signed', () => {
  for (const [name, transaction] of Object.entries(made))
    for (const cbor of [transaction.cbor, ...Object.values(SIGNED).map((sign) => sign(transaction))])
      assert.equal(
        Csl.has_transaction_set_tag(Buffer.from(cbor, 'hex')),
        Csl.TransactionSetsState.AllSetsHaveTag,
        name,
      )
})

test('a body is canonical, as hardware wallets write it, and the same when the library writes it', () => {
  for (const [name, { cbor, id }] of Object.entries(made)) {
    const body = Csl.Transaction.from_hex(cbor).body().to_hex()
    assert.ok(cbor.startsWith(`84${body}`), name)
    assert.deepEqual(notCanonical(body), [], name)
    assert.equal(Csl.FixedTransaction.from_hex(cbor).transaction_hash().to_hex(), id)
  }
})
