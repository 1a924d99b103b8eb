import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PRICE_DIGITS, parseDecimal } from './decimal.ts'
import { formatDecimal } from './ratio.ts'

const SCALE = 10n ** BigInt(PRICE_DIGITS)

/** Prices as they are published. */
const prices = fc
  .bigInt({ min: 0n, max: 10n ** 30n })
  .map((scaled) => formatDecimal({ numerator: scaled, denominator: SCALE }, PRICE_DIGITS))

test('a decimal is read as a fraction of 10^12, exactly', () => {
  const cases: [string, bigint][] = [
    ['0', 0n],
    ['1', SCALE],
    ['0.5', SCALE / 2n],
    ['0.000000000001', 1n],
    ['2.567442145539', 2_567_442_145_539n],
    ['123456789012345678901234567890.000000000001', 123_456_789_012_345_678_901_234_567_890_000_000_000_001n],
  ]
  for (const [text, scaled] of cases)
    assert.deepEqual(parseDecimal(text), { numerator: scaled, denominator: SCALE }, text)
})

test('reading undoes printing', () => {
  fc.assert(
    fc.property(prices, (text) => assert.equal(formatDecimal(parseDecimal(text), PRICE_DIGITS), text)),
  )
})
