// The limits within which filled orders explain the change of a pool.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADA } from '../../schema/primitives.ts'
import type { OrderFilled } from './events.ts'
import { termsOf } from './testing/orders.ts'
import { accountedLegs, feesOf, legsOf } from './trades.ts'

const TOKEN = `${'ab'.repeat(28)}.00`
const ORDER = { transaction: 'cd'.repeat(32), index: 0 }

const filled = (isBuy: boolean, lovelace: bigint, tokens: bigint): OrderFilled => {
  const [from, to] = isBuy ? [ADA, TOKEN] : [TOKEN, ADA]
  const [fromAmount, toAmount] = isBuy ? [lovelace, tokens] : [tokens, lovelace]
  return {
    kind: 'orderFilled',
    transaction: ORDER.transaction,
    order: ORDER,
    // The order pays at most 600,000 lovelace for its execution.
    terms: termsOf({ kind: 'limit', owner: 'ann', from, to, amount: fromAmount }),
    fromAmount,
    toAmount,
    executorFee: 1_100_000n,
    remainder: null,
  }
}

/** Undefined if the orders do not explain what the pool gained. */
const accounted = (fills: readonly OrderFilled[], lovelace: bigint, tokens: bigint) =>
  accountedLegs(legsOf(TOKEN, fills), { lovelace, tokens })?.map((leg) => [leg.lovelace, leg.executorFee])

test('a pool may gain up to 2 % less than the orders gave, and one lovelace for each', () => {
  const [buy, other] = [filled(true, 1_000_000n, 500n), filled(true, 3_000_050n, 7n)]
  const whole = [[1_000_000n, 1_100_000n]]
  for (const [fee, expected] of [
    [0n, whole],
    [20_001n, whole],
    [20_002n, undefined],
    [-1n, whole],
    [-2n, undefined],
  ] as const)
    assert.deepEqual(accounted([buy], 1_000_000n - fee, -500n), expected, `${fee}`)
  for (const tokens of [-499n, -501n, 500n]) assert.equal(accounted([buy], 1_000_000n, tokens), undefined)
  // 2 % of both orders' lovelace are 80,001, and each fill may be rounded by one.
  assert.equal(accounted([buy, other], 4_000_050n - 80_003n, -507n)?.length, 2)
  assert.equal(accounted([buy, other], 4_000_050n - 80_004n, -507n), undefined)
})

test('a sale that cost less to execute than its order allows got less from the pool, up to its whole cost', () => {
  const [sale, small] = [filled(false, 2_000_000n, 500n), filled(false, 400_000n, 9n)]
  for (const [saved, expected] of [
    [0n, [[2_000_000n, 1_100_000n]]],
    [600_001n, [[1_399_999n, 499_999n]]],
    [600_002n, [[1_399_999n, 499_999n]]],
    [600_003n, undefined],
  ] as const)
    assert.deepEqual(accounted([sale], saved - 2_000_000n, 500n), expected, `${saved}`)
  // No leg is below zero: the rest is subtracted from the next leg. Nothing is subtracted from a purchase.
  assert.deepEqual(accounted([small, filled(true, 10n, 1n), sale], 500_000n - 2_399_990n, 508n), [
    [0n, 700_000n],
    [10n, 1_100_000n],
    [1_900_000n, 1_000_000n],
  ])
})

test('the last leg has the remainder of the fee, and without lovelace there is none', () => {
  const fees = (fills: readonly OrderFilled[], lovelace: bigint) =>
    feesOf(legsOf(TOKEN, fills), { lovelace, tokens: 0n })
  const buys = [1n, 1n, 1n].map((amount) => filled(true, 100n * amount, 1n))
  assert.deepEqual(fees(buys, 290n), [3n, 3n, 4n])
  assert.deepEqual(fees(buys, 301n), [0n, 0n, 0n])
  assert.deepEqual(fees([filled(true, 0n, 1n), filled(true, 0n, 1n)], -5n), [0n, 5n])
})
