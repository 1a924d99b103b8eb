import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type AmmFees,
  afterSwap,
  ammPrice,
  FEE_DENOMINATOR,
  liquidityOf,
  reservesOf,
  swapInput,
  swapOutput,
} from './amm.ts'

const LUMP_FEES = { lpFeeNum: 99100n, treasuryFeeNum: 50n, royaltyFeeNum: 50n }

const equalFees = (treasuryX: bigint, treasuryY: bigint): AmmFees => ({
  ...LUMP_FEES,
  treasuryX,
  treasuryY,
  royaltyX: treasuryX,
  royaltyY: treasuryY,
})

test('the accumulators of consecutive swaps grow by their share of the input', () => {
  // The inputs are 68.31 ADA twice, 341,187 tokens, and 900 ADA. The expected values are the treasuries after each swap.
  assert.equal(afterSwap(equalFees(56225517n, 423862n), 'x', 68310000n).treasuryX, 56259672n)
  assert.equal(afterSwap(equalFees(56672687n, 423931n), 'x', 68310000n).treasuryX, 56706842n)
  assert.deepEqual(afterSwap(equalFees(56225517n, 423692n), 'y', 341187n), equalFees(56225517n, 423862n))
  assert.deepEqual(
    afterSwap({ lpFeeNum: 99000n, treasuryFeeNum: 10n, treasuryX: 11500n, treasuryY: 7n }, 'x', 900000000n),
    { lpFeeNum: 99000n, treasuryFeeNum: 10n, treasuryX: 101500n, treasuryY: 7n },
  )
})

test('a drained pool has no price and pays nothing', () => {
  const drained = reservesOf(
    { lpFeeNum: 98200n, treasuryFeeNum: 180n, treasuryX: 18195177n, treasuryY: 2402n },
    18195177n,
    2402n,
  )
  assert.deepEqual(drained, { x: 0n, y: 0n })
  assert.equal(ammPrice(drained), undefined)
  assert.equal(swapOutput({ input: 0n, output: 0n }, 98020n, 5n), 0n)
  assert.equal(swapInput({ input: 0n, output: 0n }, 98020n, 5n), undefined)
  assert.equal(swapInput({ input: 10n, output: 10n }, 98020n, 10n), undefined)
  assert.equal(swapInput({ input: 10n, output: 10n }, 98020n, 0n), 0n)
})

test('price is X per Y and liquidity is what of the LP tokens left the pool', () => {
  assert.deepEqual(ammPrice({ x: 6n, y: 4n }), { numerator: 6n, denominator: 4n })
  assert.equal(liquidityOf(9223372034114961475n), 2739814332n)
})

const reserve = fc.bigInt({ min: 1n, max: 10n ** 15n })
const fees = fc.bigInt({ min: 1n, max: FEE_DENOMINATOR })

test('a swap never takes the product of the reserves down, nor the pool empty', () => {
  fc.assert(
    fc.property(reserve, reserve, reserve, fees, (x, y, input, fee) => {
      const output = swapOutput({ input: x, output: y }, fee, input)
      assert.ok(output < y)
      assert.ok((x + input) * (y - output) >= x * y)
    }),
  )
})

test('the input for an exact output is enough, and at most one unit too much', () => {
  fc.assert(
    fc.property(reserve, reserve, reserve, fees, (x, y, wanted, fee) => {
      fc.pre(wanted < y)
      const reserves = { input: x, output: y }
      const input = swapInput(reserves, fee, wanted)
      assert.ok(input !== undefined && swapOutput(reserves, fee, input) >= wanted)
      if (input > 1n) assert.ok(swapOutput(reserves, fee, input - 2n) < wanted)
    }),
  )
})
