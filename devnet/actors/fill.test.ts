// Compares the formula of fills with the executor's transactions. The ledger validated these transactions, including their scripts. Orders
// that are folded oldest first get exactly the executor's amounts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { feeNumerator } from '../../schema/launchpad/amm.ts'
import { collectedLovelace, lovelaceToBuy, SEED } from '../../schema/launchpad/curve.ts'
import type { RoyaltyPool } from '../../schema/launchpad/datums/royalty-pool.ts'
import { type FilledPool, fill } from '../../schema/launchpad/fill.ts'
import { runs } from '../../tests/kit/random-runs.ts'
import { BASIS_POINTS } from '../launchpad.ts'
import { ledgerOutput, makeUtxo } from '../ledger/output.ts'
import {
  AMM_POOL,
  ammOutput,
  answerTo,
  curveOutput,
  curveUtxo,
  orderUtxo,
  POOL,
  somewhere,
  TestMarket,
} from './testing/test-market.ts'

const ADA = 1_000_000n
const DEPOSIT = 1_500_000n

const wish = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  amount: fc.bigInt({ min: 2n * ADA, max: 4_000n * ADA }),
  /** In hundredths of the starting price: tokens per lovelace of a purchase, lovelace per token of a sale. */
  worst: fc.option(fc.bigInt({ min: 60n, max: 110n }), { nil: undefined }),
})

test('orders on a curve get what the executor gives them', () => {
  fc.assert(
    fc.property(
      fc.array(wish, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(300_000_000n, 730_000_000n),
      (wishes, sold) => {
        const price = lovelaceToBuy(POOL, sold - 1n, 1n)
        const terms = wishes.map(({ side, amount, worst }) => ({
          side,
          amount,
          ...(worst && {
            worst:
              side === 'buy'
                ? { numerator: worst, denominator: 100n * price }
                : { numerator: worst * price, denominator: 100n },
          }),
        }))
        const market = new TestMarket(curveUtxo(sold), ...terms.map((each, at) => orderUtxo(`${at}`, each)))
        const { lovelace, tokens } = market.curve
        let pool: FilledPool = {
          kind: 'curve',
          basisPoints: BASIS_POINTS,
          curve: POOL,
          tokens,
          collected: collectedLovelace(lovelace),
          cap: collectedLovelace(POOL.adaCap),
        }
        const filled = terms.flatMap(({ side, amount, worst }, at) => {
          const made = fill(pool, { side, input: amount, ...(worst && { worst }) })
          if (made === undefined) return []
          pool = made.pool
          return [{ name: `${at}`, side, output: made.output }]
        })
        if (filled.length === 0) return
        const of = market.fillCurve()
        const left = ledgerOutput(curveOutput(SEED + pool.collected, pool.tokens, POOL))
        assert.deepEqual(answerTo(of, somewhere('curve')), left)
        for (const { name, side, output } of filled) {
          const { lovelace, assets } = answerTo(of, somewhere(name))
          assert.equal(side === 'buy' ? assets[0]?.quantity : lovelace - DEPOSIT, output, `order ${name}`)
        }
      },
    ),
    { numRuns: runs(10) },
  )
})

const GROWN: RoyaltyPool = {
  ...AMM_POOL,
  treasuryX: 1_000_003n,
  royaltyX: 999_998n,
  treasuryY: 20_001n,
  royaltyY: 20_002n,
}
const X = 18_000_000_000n
const Y = 263_500_000n
const HELD = ammOutput(GROWN, X + GROWN.treasuryX + GROWN.royaltyX, Y + GROWN.treasuryY + GROWN.royaltyY)

test('orders of one side on an AMM pool get what the executor gives them', () => {
  const amounts = fc.array(fc.bigInt({ min: 3n * ADA, max: 3_000n * ADA }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.constantFrom('buy' as const, 'sell' as const), amounts, (side, inputs) => {
      let pool: FilledPool = {
        kind: 'amm',
        basisPoints: BASIS_POINTS,
        reserves: { x: X, y: Y },
        feeNum: feeNumerator(GROWN),
        leaving: [GROWN.treasuryFeeNum, GROWN.royaltyFeeNum ?? 0n],
      }
      const orders = inputs.map((amount, at) => orderUtxo(`${at}`, { side, amount }))
      const of = new TestMarket(makeUtxo(somewhere('amm'), HELD), ...orders).fillAmm()
      for (const [at, input] of inputs.entries()) {
        const made = fill(pool, { side, input })
        if (made === undefined) continue
        pool = made.pool
        const { lovelace, assets } = answerTo(of, somewhere(`${at}`))
        assert.equal(side === 'buy' ? assets[0]?.quantity : lovelace - DEPOSIT, made.output)
      }
    }),
    { numRuns: runs(6) },
  )
})
