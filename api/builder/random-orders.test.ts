// Random orders: wallets with many small outputs and many tokens, pools in every state, and amounts of every size. The devnet's ledger
// accepts each order's transaction, or the builder refuses it with an order's error code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TERMS, TIERS } from '../../devnet/launchpad.ts'
import type { LedgerUtxo } from '../../devnet/ledger/output.ts'
import { EMISSION, lovelaceToBuy, SEED } from '../../schema/launchpad/curve.ts'
import { SLIPPAGES } from '../../schema/launchpad/slippage.ts'
import { type AssetAmount, assetId } from '../../schema/primitives.ts'
import { runs } from '../../tests/kit/random-runs.ts'
import { BuildError } from './build-error.ts'
import { quotedOrder } from './recipes/order.ts'
import type { Venue } from './recipes/quote.ts'
import { ALICE, aliceHas, ledgerWith, nodeOf } from './testing/ledger-node.ts'
import { idOf, withSignatures } from './transaction/attach-witness.ts'
import { transactionBuilder } from './transaction-builder.ts'

/** Each order takes a few milliseconds. */
const ORDERS = runs(30)

const NOW = 1_780_000_000_000
const TOKEN = assetId('ab'.repeat(28), '746f6b656e')

/** From nearly zero to more than the wallet has. */
const amount = fc.oneof(
  fc.bigInt(1n, 5_000_000n),
  fc.bigInt(1_000_000n, 2_000_000_000n),
  fc.bigInt(1n, 2n ** 63n - 1n),
)

const curve = fc
  .record({
    tier: fc.constantFrom(TIERS.default, TIERS.hyped),
    sold: fc.bigInt(0n, 760_000_000n),
    limit: fc.boolean(),
  })
  .map(
    ({ tier, sold, limit }): Venue => ({
      kind: 'curve',
      pool: { ...tier, permittedExecutor: TERMS.batcherKey },
      lovelace: SEED + lovelaceToBuy(tier, 0n, sold),
      tokens: EMISSION - sold,
      ...(limit ? { mostLovelace: 25_000_000n } : {}),
    }),
  )

const fees = { lpFeeNum: 99_100n, treasuryFeeNum: 50n, royaltyFeeNum: 50n, treasuryX: 7n, treasuryY: 5n }
const amm = fc
  .record({ lovelace: fc.bigInt(1_000n, 10n ** 13n), tokens: fc.bigInt(1_000n, EMISSION) })
  .map(({ lovelace, tokens }): Venue => ({ kind: 'amm', pool: fees, lovelace, tokens }))

const otherTokens = fc
  .record({ policy: fc.nat(255), count: fc.nat(40) })
  .map(({ policy, count }): AssetAmount[] =>
    Array.from({ length: count }, (_, at) => ({
      asset: assetId(policy.toString(16).padStart(2, '0').repeat(28), at.toString(16).padStart(8, '0')),
      quantity: BigInt(at + 1) ** 9n,
    })),
  )

const coin = fc.record({
  lovelace: fc.oneof(fc.bigInt(6_000_000n, 9_000_000n), fc.bigInt(6_000_000n, 10n ** 11n)),
  tokens: fc.oneof(fc.constant(0n), fc.bigInt(1n, 500_000_000n)),
  others: fc.oneof(
    { weight: 3, arbitrary: fc.constant<AssetAmount[]>([]) },
    { weight: 1, arbitrary: otherTokens },
  ),
})

const wallet = fc
  .array(coin, { maxLength: 60 })
  .map((coins) =>
    coins.map(
      ({ lovelace, tokens, others }, at): LedgerUtxo =>
        aliceHas({ transaction: at.toString(16).padStart(64, '0'), index: at }, lovelace, [
          ...(tokens === 0n ? [] : [{ asset: TOKEN, quantity: tokens }]),
          ...others,
        ]),
    ),
  )

const request = fc.record({
  side: fc.constantFrom('BUY', 'BUY_WITH_OUTPUT', 'SELL'),
  amount,
  slippage: fc.constantFrom(...SLIPPAGES),
})

const REFUSALS: readonly BuildError['code'][] = [
  'INSUFFICIENT_FUNDS',
  'MIN_TRADE_AMOUNT',
  'MAX_TRADE_AMOUNT',
  // The wallet's tokens do not fit into one transaction.
  'TOO_LARGE',
]

test('whatever order is asked for, the ledger takes it or it is refused for a reason', async () => {
  const outcomes = new Map<string, number>()
  const count = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  await fc.assert(
    fc.asyncProperty(wallet, fc.oneof(curve, amm), request, async (coins, venue, asked) => {
      const ledger = ledgerWith(coins)
      const builder = transactionBuilder(nodeOf(ledger), { coinsOf: () => coins }, () => NOW)
      try {
        const { cbor } = await builder.order({
          owner: ALICE,
          intent: quotedOrder(venue, { token: TOKEN, ...asked }, TERMS).intent,
          coins: [coins],
          now: NOW,
          terms: TERMS,
        })
        const signature = { publicKey: ALICE.key.publicKey, signature: ALICE.key.sign(idOf(cbor)) }
        const { refused } = await builder.submit(withSignatures(cbor, [signature]))
        assert.equal(refused, undefined)
        count(`${venue.kind} ${asked.side}`)
      } catch (error) {
        if (!(error instanceof BuildError)) throw error
        assert.ok(REFUSALS.includes(error.code), `${error.code}: ${error.message}`)
        count(error.code)
      }
    }),
    { numRuns: ORDERS },
  )
  const accepted = [...outcomes].reduce(
    (sum, [outcome, of]) => (/^(curve|amm) /.test(outcome) ? sum + of : sum),
    0,
  )
  // About a fifth should be accepted. Less than a twentieth cannot be chance.
  assert.ok(accepted > ORDERS / 20, JSON.stringify([...outcomes]))
})
