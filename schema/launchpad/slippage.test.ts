import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareRatios } from '../codecs/ratio.ts'
import { decimalPrice, leastOutput, priceOfLeast, SLIPPAGES, worstPrice } from './slippage.ts'

test('the bounds of a quote of 1,891,394 tokens for 5 ADA are those of real orders', () => {
  const bounds = SLIPPAGES.map((slippage) => worstPrice(1891394n, 5000000n, slippage))
  assert.deepEqual(bounds, [
    { numerator: 32153698n, denominator: 10n ** 8n },
    { numerator: 26479516n, denominator: 10n ** 8n },
    { numerator: 1891394n, denominator: 10n ** 7n },
    { numerator: 945697n, denominator: 10n ** 7n },
    { numerator: 1n, denominator: 5000000n },
  ])
})

test('a price without end is cut at twenty decimals', () => {
  assert.deepEqual(decimalPrice({ numerator: 2n, denominator: 3n }), {
    numerator: 66666666666666666666n,
    denominator: 10n ** 20n,
  })
  assert.deepEqual(decimalPrice({ numerator: 1500n, denominator: 3n }), { numerator: 500n, denominator: 1n })
})

const amount = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })

test('a bound never asks for more than its share of the quote, and always for something; the output is at least the share, rounded down', () => {
  fc.assert(
    fc.property(amount, amount, fc.constantFrom(...SLIPPAGES), (output, input, slippage) => {
      const bound = worstPrice(output, input, slippage)
      const share = slippage === 'infinity' ? 0n : 100n - BigInt(slippage)
      const exact = slippage === 'infinity' ? bound : { numerator: output * share, denominator: input * 100n }
      assert.ok(compareRatios(bound, exact) <= 0)
      assert.ok(bound.numerator > 0n)
      assert.ok(leastOutput(bound, input) <= output)
      assert.ok(leastOutput(bound, input) >= (output * share) / 100n)
      assert.ok(leastOutput(bound, input) >= 1n)
    }),
  )
})

test('the price of a least output asks for exactly that, whatever the input', () => {
  fc.assert(
    fc.property(amount, amount, (least, input) => {
      assert.equal(leastOutput(priceOfLeast(least, input), input), least)
    }),
  )
})
