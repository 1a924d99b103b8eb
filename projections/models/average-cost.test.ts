// The average cost of purchases, computed by hand and with unrounded fractions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_QUANTITY } from '../../schema/amount-limits.ts'
import { openPosition, partOf, realisedProfit, type Sums, withPurchase, withSale } from './average-cost.ts'
import { NO_SUMS } from './order-totals.ts'

const execution = (lovelace: bigint, tokens: bigint, executorFee = 0n) => ({ lovelace, tokens, executorFee })

test('a sale takes its share of cost and fees of all purchases before it, and a later purchase does not change its profit', () => {
  const first = withPurchase(NO_SUMS, execution(1_000n, 100n, 10n))
  const bought = withPurchase(first, execution(3_001n, 100n, 11n))
  assert.deepEqual(openPosition(bought), { tokens: 200n, cost: 4_001n, fees: 21n })
  const sold = withSale(bought, execution(2_000n, 50n, 7n))
  assert.deepEqual(openPosition(sold), { tokens: 150n, cost: 3_000n, fees: 15n })
  assert.deepEqual([sold.fees, sold.closed_fees], [28n, 13n])
  assert.equal(realisedProfit(sold), 999n)
  const again = withPurchase(sold, execution(9_000n, 50n, 5n))
  assert.deepEqual(openPosition(again), { tokens: 200n, cost: 12_000n, fees: 20n })
  assert.equal(realisedProfit(again), 999n)
  assert.deepEqual(partOf(openPosition(again), 1n), { tokens: 1n, cost: 60n, fees: 1n })
  assert.deepEqual(partOf(openPosition(again), 0n), { tokens: 0n, cost: 0n, fees: 0n })
  const all = withSale(again, execution(1_000n, 200n, 7n))
  assert.deepEqual(openPosition(all), { tokens: 0n, cost: 0n, fees: 0n })
  assert.equal(realisedProfit(all), 999n - 11_000n)
  assert.equal(all.fees, 40n)
})

test('of a sale the tokens that were not bought bring nothing, and cost nothing but the fee of the order', () => {
  const sold = withSale(withPurchase(NO_SUMS, execution(1_000n, 100n)), execution(900n, 300n))
  assert.deepEqual(openPosition(sold), { tokens: 0n, cost: 0n, fees: 0n })
  assert.equal(realisedProfit(sold), 300n - 1_000n)
  assert.equal(sold.sold_lovelace, 900n)
  const given = withSale(NO_SUMS, execution(900n, 300n, 7n))
  assert.equal(realisedProfit(given), 0n)
  assert.deepEqual([given.fees, given.closed_fees], [7n, 7n])
})

const amount = fc.oneof(fc.bigInt(0n, 30n), fc.bigInt(0n, 10n ** 12n), fc.constant(MAX_QUANTITY))
const trades = fc.array(
  fc.record({ isBuy: fc.boolean(), lovelace: amount, tokens: amount, executorFee: amount }),
  {
    maxLength: 30,
  },
)

test('no lovelace is lost between what was paid, what was sold and what is left, and rounding is against the owner', () => {
  fc.assert(
    fc.property(trades, (all) => {
      let sums: Sums = NO_SUMS
      // Numerators over the denominator `of`, which grows with each sale.
      let [cost, profit, of, left, sales] = [0n, 0n, 1n, 0n, 0n]
      for (const { isBuy, ...executed } of all) {
        const { lovelace, tokens } = executed
        sums = (isBuy ? withPurchase : withSale)(sums, executed)
        const open = openPosition(sums)
        assert.ok(open.tokens >= 0n && open.cost >= 0n && open.fees >= 0n)
        assert.equal(sums.closed_cost + open.cost, sums.bought_lovelace)
        assert.ok(sums.closed_lovelace <= sums.sold_lovelace && sums.closed_tokens <= sums.sold_tokens)
        if (isBuy) {
          cost += lovelace * of
          left += tokens
        } else if (tokens > 0n && left > 0n) {
          const own = tokens < left ? tokens : left
          const scale = left * tokens
          const gone = cost * own * tokens
          profit = profit * scale + lovelace * own * left * of - gone
          cost = cost * scale - gone
          of *= scale
          left -= own
          sales++
        }
      }
      if (all.some(({ lovelace, tokens }) => lovelace > 10n ** 12n || tokens > 10n ** 12n)) return
      const realised = realisedProfit(sums) * of
      assert.ok(realised <= profit && realised > profit - 2n * (sales + 1n) * of)
    }),
  )
})
