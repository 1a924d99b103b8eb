import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { invertDecimal, maxDecimal, minDecimal, PRICE_DIGITS, scaledDecimal } from './decimal.ts'
import { formatDecimal } from './ratio.ts'

const SCALE = 10n ** BigInt(PRICE_DIGITS)

/** Prices as they are published. */
const prices = fc
  .bigInt({ min: 0n, max: 10n ** 30n })
  .map((scaled) => formatDecimal({ numerator: scaled, denominator: SCALE }, PRICE_DIGITS))

test('a decimal is scaled by 10^12, exactly', () => {
  const cases: [string, bigint][] = [
    ['0', 0n],
    ['1', SCALE],
    ['0.5', SCALE / 2n],
    ['0.000000000001', 1n],
    ['2.567442145539', 2_567_442_145_539n],
    ['123456789012345678901234567890.000000000001', 123_456_789_012_345_678_901_234_567_890_000_000_000_001n],
  ]
  for (const [text, scaled] of cases) assert.equal(scaledDecimal(text), scaled, text)
})

test('scaling undoes printing', () => {
  fc.assert(
    fc.property(prices, (text) => {
      const scaled = scaledDecimal(text)
      assert.equal(formatDecimal({ numerator: scaled, denominator: SCALE }, PRICE_DIGITS), text)
    }),
  )
})

test('the smaller and the larger of two are told by value, not as text', () => {
  const cases: [string, string][] = [
    ['9', '10'],
    ['0.10000001', '0.9'],
    ['0.000000000001', '0.00000000001'],
    ['1', '1.000000000001'],
    ['2', '2'],
  ]
  for (const [less, more] of cases) {
    assert.deepEqual([minDecimal(less, more), minDecimal(more, less)], [less, less])
    assert.deepEqual([maxDecimal(less, more), maxDecimal(more, less)], [more, more])
  }
})

test('an inverse is rounded half up to twelve digits', () => {
  const cases: [string, string][] = [
    ['1', '1'],
    ['2', '0.5'],
    ['3', '0.333333333333'],
    ['1.5', '0.666666666667'],
    ['0.000000000001', '1000000000000'],
    ['2000000000000', '0.000000000001'],
    ['2000000000001', '0'],
    ['0', '0'],
  ]
  for (const [text, inverse] of cases) assert.equal(invertDecimal(text), inverse, text)
})

test('a price times its inverse is one, within half a last digit', () => {
  fc.assert(
    fc.property(prices, (text) => {
      const scaled = scaledDecimal(text)
      const error = scaled * scaledDecimal(invertDecimal(text)) - SCALE * SCALE
      assert.ok(scaled === 0n || 2n * (error < 0n ? -error : error) <= scaled)
    }),
  )
})
