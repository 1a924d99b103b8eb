// Several builds of one wallet at the same time, as a bot makes them. The node's responses come in a random order. If the wallet has enough
// coins, no two transactions spend the same one, so the ledger accepts all of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TERMS } from '../../devnet/launchpad.ts'
import { makeUtxo } from '../../devnet/ledger/output.ts'
import { assetId } from '../../schema/primitives.ts'
import { runs } from '../../tests/kit/random-runs.ts'
import { CANCELLATION_DELAY_MS, type OrderIntent, placeOrder } from './recipes/order.ts'
import { ALICE, aliceHas, ledgerWith, nodeOf, SLOT } from './testing/ledger-node.ts'
import { LUCKY_NEWT } from './testing/lucky-newt.ts'
import { idOf, withSignatures } from './transaction/attach-witness.ts'
import { transactionBuilder } from './transaction-builder.ts'

const NOW = SLOT * 1000
const ADA = 1_000_000n

const INTENT: OrderIntent = {
  kind: 'instant',
  side: 'buy',
  token: assetId('ab'.repeat(28), '01'),
  amount: 10n * ADA,
  worstPrice: { numerator: 1n, denominator: 5n },
}

/** An output of the wallet's key, so one signature suffices. */
const COLLATERAL = aliceHas({ transaction: 'cc'.repeat(32), index: 0 }, 5n * ADA)

const coinAt = (index: number) => aliceHas({ transaction: '11'.repeat(32), index }, 300n * ADA)

/** An order that may already be cancelled. */
const orderAt = (index: number) => {
  const now = NOW - CANCELLATION_DELAY_MS
  const { recipe } = placeOrder(ALICE, INTENT, { now, seed: coinAt(0), terms: TERMS })
  return makeUtxo({ transaction: '22'.repeat(32), index }, recipe.outputs[0] ?? assert.fail())
}

const builds = fc.array(fc.constantFrom('order', 'cancel', 'launch'), { minLength: 2, maxLength: 6 })

test('builds of one wallet at the same time spend different coins, in whatever order the node responds', () =>
  fc.assert(
    fc.asyncProperty(fc.scheduler(), builds, async (scheduler, kinds) => {
      const coins = kinds.map((_, at) => coinAt(at))
      const orders = kinds.map((_, at) => orderAt(at))
      const ledger = ledgerWith([...coins, ...orders, COLLATERAL])
      const node = nodeOf(ledger)
      const turn = scheduler.scheduleFunction(async (_: string) => {})
      const builder = transactionBuilder(
        {
          protocolParameters: () => turn('parameters').then(node.protocolParameters),
          utxos: (references) => turn('outputs').then(() => node.utxos(references)),
          evaluate: (cbor) => turn('evaluation').then(() => node.evaluate(cbor)),
          submit: node.submit,
        },
        { coinsOf: () => coins },
        () => NOW,
      )
      const common = { owner: ALICE, coins: [coins], terms: TERMS }
      const collateral = { from: 'service', utxos: [COLLATERAL] } as const
      const [from, until] = [{ slot: SLOT, time: NOW }, SLOT + 100]
      const built = kinds.map((kind, at) => {
        if (kind === 'order') return builder.order({ ...common, intent: INTENT, now: NOW })
        if (kind === 'launch') return builder.launch({ ...common, request: LUCKY_NEWT, until, collateral })
        return builder.cancel({ ...common, locked: orders[at] ?? assert.fail(), from, until, collateral })
      })
      for (const { cbor } of await scheduler.waitFor(Promise.all(built))) {
        const id = idOf(cbor)
        const signature = { publicKey: ALICE.key.publicKey, signature: ALICE.key.sign(id) }
        assert.deepEqual(ledger.submit(withSignatures(cbor, [signature])), { id })
      }
    }),
    { numRuns: runs(10) },
  ))
