import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../tests/kit/random-runs.ts'
import { age, ageLasts, compact, exact, inFull, percent, price } from './format.ts'

test('numbers are written with three digits and never with an exponent', () => {
  const cases: readonly [number, string][] = [
    [0, '0'],
    [7, '7'],
    [1.234, '1.23'],
    [99.96, '100'],
    [7514, '7,514'],
    [9_999.6, '10.0K'],
    [95_731, '95.7K'],
    [999_499, '999K'],
    [999_500, '1.00M'],
    [1_234_567, '1.23M'],
    [999_500_000, '1.00B'],
    [4.2e12, '4.20T'],
    [-12_345, '−12.3K'],
    [0.00000256, '0.0₅256'],
  ]
  assert.deepEqual(
    cases.map(([value]) => compact(value)),
    cases.map(([, text]) => text),
  )
})

test('a price has four digits, and counts its zeros once', () => {
  const cases: readonly [number, string][] = [
    [0, '0'],
    [0.5, '0.5000'],
    [0.00123, '0.001230'],
    [0.000055, '0.0₄5500'],
    [0.0000973, '0.0₄9730'],
    [2.567e-11, '0.0₁₀2567'],
    [0.0000999949, '0.0₄9999'],
    [0.0000999951, '0.0₃1000'],
    [0.00099995, '0.001000'],
    [0.999951, '1.0000'],
    [2.5, '2.5000'],
  ]
  assert.deepEqual(
    cases.map(([ada]) => price(ada * 1e6)),
    cases.map(([, text]) => text),
  )
})

const readNumber = (text: string): number => {
  const [, sign, digits = '', unit = '', percent] = /^(−?)([^KMBT%]*)([KMBT]?)(%?)$/.exec(text) ?? []
  const plain = digits
    .replaceAll(',', '')
    .replace(/[₀-₉]+/, (count) =>
      '0'.repeat(Number([...count].map((each) => '₀₁₂₃₄₅₆₇₈₉'.indexOf(each)).join('')) - 1),
    )
  const size = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }[unit] ?? 1
  return ((sign ? -1 : 1) * Number(plain) * size) / (percent ? 100 : 1)
}

/** Most of the numbers are near a power of ten. */
const numbers = fc.oneof(
  fc.double({ min: 1e-12, max: 1e14, noNaN: true }),
  fc
    .tuple(fc.integer({ min: -12, max: 13 }), fc.integer({ min: -120, max: 120 }))
    .map(([power, steps]) => 10 ** power * (1 + steps * 5e-6)),
  fc
    .tuple(fc.integer({ min: -12, max: 13 }), fc.integer({ min: 1, max: 99_999 }))
    .map(([power, digits]) => 10 ** power * (digits / 10_000)),
)

test('every number is written with an error below half a unit of its last digit', () => {
  fc.assert(
    fc.property(numbers, (n) => {
      for (const [text, value, error] of [
        [compact(n), n, 0.00501],
        [compact(-n), -n, 0.00501],
        [price(n * 1e6), n, 0.000501],
      ] as const)
        assert.ok(Math.abs(readNumber(text) / value - 1) <= error, `${value} is written ${text}`)
      const changed = readNumber(percent(n))
      assert.ok(Math.abs(changed - n) <= Math.max(0.0000501, n * 0.00501), `${n} is written ${percent(n)}`)
    }),
    { numRuns: runs(5_000) },
  )
})

test('a price in full is the same number', () => {
  assert.deepEqual(
    [47.94, 2_500_000, 0.00000256].map((lovelace) => inFull(price(lovelace))),
    ['0.00004794', '2.5000', '0.000000000002560'],
  )
  fc.assert(
    fc.property(numbers, (n) => {
      const text = price(n * 1e6)
      assert.ok(Math.abs(Number(inFull(text)) / readNumber(text) - 1) < 1e-12, text)
    }),
  )
})

test('an exact amount has all its digits', () => {
  assert.deepEqual(
    [exact('102600000', 6), exact(0n, 6), exact('1', 6), exact('9007199254740993', 6), exact('1234567', 0)],
    ['102.6', '0', '0.000001', '9,007,199,254.740993', '1,234,567'],
  )
})

test('a change is written without its sign', () => {
  assert.deepEqual([0.0512, -0.411, 0.09996, 9.9996, 10.74].map(percent), [
    '5.12%',
    '41.1%',
    '10.0%',
    '1,000%',
    '1,074%',
  ])
})

test('the text of an age changes after exactly the seconds that ageLasts returns', () => {
  assert.deepEqual([0, 4.9, 5, 59, 60, 3_599, 3_600, 86_399, 86_400, 2e6].map(age), [
    'now',
    'now',
    '5s',
    '55s',
    '1m',
    '59m',
    '1h',
    '23h',
    '1d',
    '23d',
  ])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000_000 }), (seconds) => {
      const lasts = ageLasts(seconds)
      assert.ok(lasts > 0)
      assert.equal(age(seconds + lasts - 0.01), age(seconds))
      assert.notEqual(age(seconds + lasts), age(seconds))
    }),
  )
})
