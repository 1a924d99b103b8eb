import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type AmmFees,
  afterSwap,
  ammPrice,
  FEE_DENOMINATOR,
  feeNumerator,
  liquidityOf,
  reservesOf,
  swapInput,
  swapOutput,
} from './amm.ts'

const LUMP_FEES = { lpFeeNum: 99100n, treasuryFeeNum: 50n, royaltyFeeNum: 50n }

/** A royalty pool whose royalties equal its treasury. */
const lump = (treasuryX: bigint, treasuryY: bigint): AmmFees => ({
  ...LUMP_FEES,
  treasuryX,
  treasuryY,
  royaltyX: treasuryX,
  royaltyY: treasuryY,
})

test('fourteen swaps of a graduated pool are reproduced', () => {
  // Value of X and Y, treasury of X and Y, side of the input, input and output.
  const swaps: [bigint, bigint, bigint, bigint, 'x' | 'y', bigint, bigint][] = [
    [39055569413n, 131649352n, 56225517n, 423862n, 'x', 68310000n, 226750n],
    [39780011291n, 129284057n, 56587737n, 423862n, 'y', 138545n, 42315762n],
    [41069539229n, 125282429n, 57253658n, 423931n, 'y', 2037822n, 653405777n],
    [40469916029n, 127112830n, 56953847n, 423931n, 'x', 599623200n, 1830401n],
    [39123879413n, 131422602n, 56259672n, 423862n, 'x', 606631878n, 1979675n],
    [40044216029n, 128445448n, 56740997n, 423931n, 'x', 297000000n, 932697n],
    [39907596029n, 128879125n, 56672687n, 423931n, 'x', 68310000n, 217208n],
    [39737695529n, 129422602n, 56587737n, 423931n, 'x', 169900500n, 543477n],
    [40341216029n, 127512751n, 56889497n, 423931n, 'x', 128700000n, 399921n],
    [40416133452n, 127320251n, 57253658n, 424949n, 'x', 346500000n, 1067391n],
    [40762633452n, 126252860n, 57426908n, 424949n, 'y', 687687n, 219484392n],
    [39730511291n, 129442927n, 56562987n, 423862n, 'x', 49500000n, 158870n],
    [39156396778n, 131308165n, 56225517n, 423692n, 'y', 341187n, 100827365n],
    [39975906029n, 128661917n, 56706842n, 423931n, 'x', 68310000n, 216469n],
  ]
  for (const [valueX, valueY, treasuryX, treasuryY, side, input, output] of swaps) {
    const pool = lump(treasuryX, treasuryY)
    const { x, y } = reservesOf(pool, valueX, valueY)
    const reserves = side === 'x' ? { input: x, output: y } : { input: y, output: x }
    assert.equal(feeNumerator(pool), 99000n)
    assert.equal(swapOutput(reserves, 99000n, input), output)
  }
})

test('the accumulators of consecutive swaps grow by their share of the input', () => {
  // Two pairs of successive swaps from above: 68.31 and 606.631878 ADA in, from treasury to treasury.
  assert.equal(afterSwap(lump(56225517n, 423862n), 'x', 68310000n).treasuryX, 56259672n)
  assert.equal(afterSwap(lump(56672687n, 423931n), 'x', 68310000n).treasuryX, 56706842n)
  assert.deepEqual(afterSwap(lump(56225517n, 423692n), 'y', 341187n), lump(56225517n, 423862n))
  assert.deepEqual(
    afterSwap({ lpFeeNum: 99000n, treasuryFeeNum: 10n, treasuryX: 11500n, treasuryY: 7n }, 'x', 900000000n),
    { lpFeeNum: 99000n, treasuryFeeNum: 10n, treasuryX: 101500n, treasuryY: 7n },
  )
})

test('quotes of other pools are reproduced', () => {
  const quoted: AmmFees = {
    ...LUMP_FEES,
    treasuryX: 148513382n,
    treasuryY: 1094651n,
    royaltyX: 39027415n,
    royaltyY: 301832n,
  }
  const { x, y } = reservesOf(quoted, 29549431005n, 196800921n)
  assert.equal(swapOutput({ input: x, output: y }, feeNumerator(quoted), 10000000n), 65862n)
  assert.equal(swapOutput({ input: x, output: y }, feeNumerator(quoted), 50000000n), 328869n)

  const aliens: AmmFees = {
    ...LUMP_FEES,
    treasuryX: 5114222n,
    treasuryY: 163304n,
    royaltyX: 3426289n,
    royaltyY: 123618n,
  }
  const sides = reservesOf(aliens, 12940798457n, 436554009n)
  assert.equal(swapOutput({ input: sides.x, output: sides.y }, feeNumerator(aliens), 51000000n), 1696645n)

  const nike: AmmFees = { lpFeeNum: 99100n, treasuryFeeNum: 90n, treasuryX: 873404n, treasuryY: 401n }
  const feeSwitch = reservesOf(nike, 2562678905n, 484492n)
  assert.equal(feeNumerator(nike), 99010n)
  assert.equal(swapOutput({ input: feeSwitch.y, output: feeSwitch.x }, 99010n, 60797n), 283321878n)
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

test('a swap never takes the product of the reserves down, nor the pool empty', () => {
  fc.assert(
    fc.property(
      reserve,
      reserve,
      reserve,
      fc.bigInt({ min: 1n, max: FEE_DENOMINATOR }),
      (x, y, input, fee) => {
        const output = swapOutput({ input: x, output: y }, fee, input)
        assert.ok(output < y)
        assert.ok((x + input) * (y - output) >= x * y)
      },
    ),
  )
})

test('the input for an exact output is enough, and at most one unit too much', () => {
  fc.assert(
    fc.property(
      reserve,
      reserve,
      reserve,
      fc.bigInt({ min: 1n, max: FEE_DENOMINATOR }),
      (x, y, wanted, fee) => {
        fc.pre(wanted < y)
        const reserves = { input: x, output: y }
        const input = swapInput(reserves, fee, wanted)
        assert.ok(input !== undefined && swapOutput(reserves, fee, input) >= wanted)
        if (input > 1n) assert.ok(swapOutput(reserves, fee, input - 2n) < wanted)
      },
    ),
  )
})
