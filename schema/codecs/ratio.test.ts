import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  ceilDiv,
  compareRatios,
  floorDiv,
  formatDecimal,
  formatRatio,
  gcd,
  invertRatio,
  parseRatio,
  type Ratio,
  reduceRatio,
  roundHalfUp,
} from './ratio.ts'

const ratio = (numerator: bigint, denominator: bigint): Ratio => ({ numerator, denominator })
const anyRatio = fc.record(
  {
    numerator: fc.bigInt({ min: -(1n << 100n), max: 1n << 100n }),
    denominator: fc.bigInt({ min: 1n, max: 1n << 100n }),
  },
  { noNullPrototype: true },
)

test('division rounds down and up on both sides of zero', () => {
  assert.deepEqual(
    [7n, 6n, 0n, -6n, -7n].map((n) => [floorDiv(n, 3n), ceilDiv(n, 3n)]),
    [
      [2n, 3n],
      [2n, 2n],
      [0n, 0n],
      [-2n, -2n],
      [-3n, -2n],
    ],
  )
})

test('rounding takes the nearest integer and sends halves up', () => {
  const rounded = [5n, 4n, 3n, 2n, 1n, 0n, -1n, -2n, -3n, -6n].map((n) => roundHalfUp(ratio(n, 4n)))
  assert.deepEqual(rounded, [1n, 1n, 1n, 1n, 0n, 0n, 0n, 0n, -1n, -1n])
})

test('decimals are plain, rounded half up and trimmed', () => {
  const cases: [Ratio, number | undefined, string][] = [
    [ratio(2567442145539209n, 10n ** 15n), undefined, '2.567442145539'],
    [ratio(458154037489n, 10n ** 11n), undefined, '4.58154037489'],
    [ratio(45815403748900001n, 10n ** 16n), undefined, '4.58154037489'],
    [ratio(1n, 2n), undefined, '0.5'],
    [ratio(14n, 2n), undefined, '7'],
    [ratio(0n, 5n), undefined, '0'],
    [ratio(1n, 3n), undefined, '0.333333333333'],
    [ratio(2n, 3n), undefined, '0.666666666667'],
    [ratio(1n, 10n ** 30n), undefined, '0'],
    [ratio(10n ** 30n, 1n), undefined, '1000000000000000000000000000000'],
    [ratio(100n, 1n), 0, '100'],
    [ratio(1005n, 1000n), 2, '1.01'],
    [ratio(19999n, 10000n), 2, '2'],
    [ratio(-1n, 2n), undefined, '-0.5'],
    [ratio(-1n, 10n ** 30n), undefined, '0'],
  ]
  for (const [value, digits, text] of cases) assert.equal(formatDecimal(value, digits), text)
})

test('a printed decimal is within half a unit of its last digit', () => {
  fc.assert(
    fc.property(anyRatio, fc.nat(20), (value, digits) => {
      const text = formatDecimal(value, digits)
      assert.match(text, /^(-?[1-9][0-9]*|-?0|0)(\.[0-9]*[1-9])?$/)
      const [whole = '', fraction = ''] = text.replace('-', '').split('.')
      const scaled = BigInt(whole + fraction.padEnd(digits, '0')) * (text.startsWith('-') ? -1n : 1n)
      const error = scaled * value.denominator - value.numerator * 10n ** BigInt(digits)
      assert.ok(2n * (error < 0n ? -error : error) <= value.denominator)
    }),
  )
})

test('a ratio is written and read back as it is', () => {
  assert.equal(formatRatio(ratio(-6n, 4n)), '-6/4')
  fc.assert(fc.property(anyRatio, (value) => assert.deepEqual(parseRatio(formatRatio(value)), value)))
})

test('ratios compare by value, invert and reduce', () => {
  assert.equal(compareRatios(ratio(1n, 3n), ratio(2n, 6n)), 0)
  assert.equal(compareRatios(ratio(1n, 3n), ratio(1n, 2n)), -1)
  assert.equal(compareRatios(ratio(1n, 3n), ratio(-1n, 2n)), 1)
  assert.deepEqual(invertRatio(ratio(-3n, 4n)), ratio(-4n, 3n))
  assert.throws(() => invertRatio(ratio(0n, 4n)), new RangeError('zero has no inverse'))
  assert.deepEqual(reduceRatio(ratio(-6n, 4n)), ratio(-3n, 2n))
  assert.deepEqual(reduceRatio(ratio(0n, 4n)), ratio(0n, 1n))
  fc.assert(
    fc.property(anyRatio, (value) => {
      const reduced = reduceRatio(value)
      assert.equal(compareRatios(reduced, value), 0)
      assert.equal(gcd(reduced.numerator, reduced.denominator), 1n)
      if (value.numerator !== 0n) assert.deepEqual(invertRatio(invertRatio(value)), value)
    }),
  )
})
