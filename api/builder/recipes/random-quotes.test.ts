// Quotes of random orders: pools in every state, and amounts of every size.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TERMS, TIERS } from '../../../devnet/launchpad.ts'
import { EMISSION, lovelaceToBuy, SEED } from '../../../schema/launchpad/curve.ts'
import { leastOutput, SLIPPAGES } from '../../../schema/launchpad/slippage.ts'
import { assetId } from '../../../schema/primitives.ts'
import { runs } from '../../../tests/kit/random-runs.ts'
import { BuildError } from '../build-error.ts'
import { quotedOrder } from './order.ts'
import type { Venue } from './quote.ts'

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

const request = fc.record({
  token: fc.constant(assetId('ab'.repeat(28), '01')),
  side: fc.constantFrom('BUY', 'BUY_WITH_OUTPUT', 'SELL'),
  amount,
  slippage: fc.constantFrom(...SLIPPAGES),
})

test('whatever order is asked for, it accepts a part of its quote at the least, or it is refused for a reason', () => {
  const runsOf = runs(300)
  let quoted = 0
  fc.assert(
    fc.property(fc.oneof(curve, amm), request, (venue, asked) => {
      try {
        const { quote, intent } = quotedOrder(venue, asked, TERMS)
        const least = leastOutput(intent.worstPrice, intent.amount)
        assert.ok(quote.input === intent.amount && least > 0n && least <= quote.output)
        quoted += 1
      } catch (error) {
        if (!(error instanceof BuildError)) throw error
        assert.ok(['MIN_TRADE_AMOUNT', 'MAX_TRADE_AMOUNT'].includes(error.code), error.code)
      }
    }),
    { numRuns: runsOf },
  )
  assert.ok(quoted > runsOf / 20, `${quoted} quotes`)
})
