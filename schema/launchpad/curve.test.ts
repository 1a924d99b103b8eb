import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareRatios, floorDiv, formatDecimal } from '../codecs/ratio.ts'
import {
  area,
  buyTokens,
  type CurveParams,
  collectedLovelace,
  EMISSION,
  lovelaceToBuy,
  progress,
  SEED,
  sellLovelace,
  soldTokens,
  spotPrice,
  tokensToSellFor,
} from './curve.ts'

// Coefficients of deployed pools, by their market cap at graduation, and of two curves that were never deployed.
const K69 = { aNum: 122525779519n, bNum: 2545182n }
const K100 = { aNum: 177128257607n, bNum: 6901746n }
const K42 = { aNum: 74737329614n, bNum: 1274818n }
const K42_FIRST = { aNum: 74887678238n, bNum: 1250000n }
const PAPER = { aNum: 174150190999n, bNum: 2000000n }
const NO_B = { aNum: 298759111111n, bNum: 0n }

const params = fc.constantFrom<CurveParams>(K69, K100, K42, K42_FIRST, PAPER, NO_B, {
  aNum: 0n,
  bNum: 2545182n,
})
const tokens = fc.bigInt({ min: 0n, max: EMISSION })

const collectedAt = (curve: CurveParams, sold: bigint) => {
  const { numerator, denominator } = area(curve, sold)
  return floorDiv(numerator, denominator)
}

test('pools on chain hold what the curve says and a little dust', () => {
  // Coefficients, lovelace and tokens of a pool's output, and the dust above the curve's minimum.
  const pools: [CurveParams, bigint, bigint, bigint][] = [
    [K42, 841760342n, 729375331n, 227n],
    [K69, 389147732n, 877663277n, 7n],
    [K69, 36660000n, 986811821n, 2n],
    [K69, 15788824n, 994977316n, 5n],
    [K100, 27504849940n, 275018276n, 10304n],
    [K42, 503000000n, 789656024n, 3n],
    [K69, 34405944n + SEED, 986521230n, 9n],
    [K69, 4047902001n + SEED, 581952643n, 6378n],
    [K42, 1247500000n + SEED, 677416285n, 17n],
  ]
  for (const [curve, lovelace, reserve, dust] of pools) {
    assert.equal(collectedLovelace(lovelace) - collectedAt(curve, soldTokens(reserve)), dust)
  }
})

test('progress goes from nothing to the cap and no further', () => {
  const percent = (collected: bigint) => {
    const { numerator, denominator } = progress(collected + SEED, 18191400000n)
    return formatDecimal({ numerator: numerator * 100n, denominator }, 2)
  }
  assert.deepEqual([-3000000n, 0n, 34405944n, 4047902001n, 18188400000n, 18190000000n].map(percent), [
    '0',
    '0',
    '0.19',
    '22.26',
    '100',
    '100',
  ])
})

test('a curve is bought out or sold back no further than it goes', () => {
  assert.equal(buyTokens(K69, 999999999n, 10n ** 15n), 1n)
  assert.equal(buyTokens(K69, EMISSION, 10n ** 15n), 0n)
  assert.equal(buyTokens(K69, 0n, 0n), 0n)
  assert.equal(tokensToSellFor(K69, 0n, 1n), undefined)
  assert.equal(tokensToSellFor(K69, 5n, 0n), 0n)
  assert.equal(tokensToSellFor(K69, 8911446n, 9921335n), 3888762n)
  assert.throws(() => sellLovelace(K69, 5n, 6n), new RangeError('cannot sell 6 tokens: only 5 were sold'))
  assert.throws(
    () => lovelaceToBuy(K69, EMISSION, 1n),
    new RangeError('cannot buy 1 tokens: only 0 are left'),
  )
})

test('a buy is the most its lovelace pays for, and its cost does not exceed it', () => {
  fc.assert(
    fc.property(params, tokens, fc.bigInt({ min: 1n, max: 10n ** 12n }), (curve, sold, lovelace) => {
      const bought = buyTokens(curve, sold, lovelace)
      assert.ok(lovelaceToBuy(curve, sold, bought) <= lovelace)
      if (sold + bought < EMISSION) assert.ok(lovelaceToBuy(curve, sold, bought + 1n) > lovelace)
    }),
  )
})

test('the cost of an exact number of tokens buys them, and one lovelace less does not', () => {
  fc.assert(
    fc.property(params, tokens, fc.bigInt({ min: 1n, max: 10n ** 7n }), (curve, sold, wanted) => {
      fc.pre(sold + wanted <= EMISSION)
      const cost = lovelaceToBuy(curve, sold, wanted)
      assert.ok(buyTokens(curve, sold, cost) >= wanted)
      if (cost > 0n) assert.ok(buyTokens(curve, sold, cost - 1n) < wanted)
    }),
  )
})

test('selling back what was bought never pays more than it cost', () => {
  fc.assert(
    fc.property(params, tokens, fc.bigInt({ min: 1n, max: 10n ** 12n }), (curve, sold, lovelace) => {
      const bought = buyTokens(curve, sold, lovelace)
      assert.ok(sellLovelace(curve, sold + bought, bought) <= lovelace)
    }),
  )
})

test('an exact payout is met by the fewest tokens that meet it', () => {
  fc.assert(
    fc.property(params, tokens, fc.bigInt({ min: 1n, max: 10n ** 10n }), (curve, sold, wanted) => {
      const sale = tokensToSellFor(curve, sold, wanted)
      if (sale === undefined) assert.ok(sellLovelace(curve, sold, sold) < wanted)
      else {
        assert.ok(sellLovelace(curve, sold, sale) >= wanted)
        assert.ok(sellLovelace(curve, sold, sale - 1n) < wanted)
      }
    }),
  )
})

test('the price never falls as tokens are sold', () => {
  fc.assert(
    fc.property(params, tokens, tokens, (curve, one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one]
      assert.ok(compareRatios(spotPrice(curve, low), spotPrice(curve, high)) <= 0)
    }),
  )
})
