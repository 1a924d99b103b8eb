import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { age, ageLasts, compact, percent, price, small } from './format.ts'

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

test('a price of many zeros counts them once', () => {
  assert.deepEqual([0, 0.5, 0.00123, 0.0000973, 2.567e-11].map(small), [
    '0',
    '0.5',
    '0.00123',
    '0.0₄973',
    '0.0₁₀2567',
  ])
  assert.deepEqual([97.3, 2_500_000].map(price), ['0.0₄973', '2.5000'])
})

test('a change is written without its sign', () => {
  assert.deepEqual([0.0512, -0.411, 10.74].map(percent), ['5.12%', '41.1%', '1,074%'])
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
