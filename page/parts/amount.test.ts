import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../tests/kit/random-runs.ts'
import { amountOf, amountProblem, typedAmount } from './amount.ts'

test('an amount is read exactly, in the forms of many locales', () => {
  for (const [text, lovelace] of [
    ['9007199254.740993', 9_007_199_254_740_993n],
    ['2,5', 2_500_000n],
    ['2.5', 2_500_000n],
    ['100,50', 100_500_000n],
    ['0,5', 500_000n],
    [',5', 500_000n],
    ['.5', 500_000n],
    ['5.', 5_000_000n],
    ['0.123', 123_000n],
    ['1234,567', 1_234_567_000n],
    ['1.2340', 1_234_000n],
    ['1,234.5', 1_234_500_000n],
    ['1.234,5', 1_234_500_000n],
    ['1,234,567', 1_234_567_000_000n],
    ['12,34,567.8', 1_234_567_800_000n],
    ['1 234,5', 1_234_500_000n],
    ['1\u202f234,567', 1_234_567_000n],
    ["1'234.5", 1_234_500_000n],
    ['1’234.567', 1_234_567_000n],
    ['1_000', 1_000_000_000n],
    ['١٬٢٣٤٫٥', 1_234_500_000n],
    ['۱۲٫۵', 12_500_000n],
    ['१२.५', 12_500_000n],
    ['１２．５', 12_500_000n],
    [' 7 ', 7_000_000n],
  ] as const)
    assert.equal(amountOf(text, 6), lovelace, text)
  assert.equal(amountOf('7', 0), 7n)
  assert.equal(amountOf('1.000.000', 0), 1_000_000n)
  assert.equal(amountOf('5.0', 0), 5n)
})

test('any other text is refused', () => {
  for (const wrong of [
    '.',
    ',',
    '0',
    '0.0',
    '-1',
    '+1',
    '1e3',
    '1.2.3',
    '1,2,3',
    '1 2',
    '1.234,56,7',
    '1,234.567.890,1',
    '1.5,234',
    "1 234'567",
    '1,234 567',
    '0,123,456',
    '0.0000001',
    'ten',
    '5 ADA',
    '9'.repeat(30),
  ])
    assert.equal(amountOf(wrong, 6), undefined, wrong)
  assert.equal(amountOf('1.5', 0), undefined)
  assert.equal(amountOf('', 6), undefined)
  assert.equal(amountProblem('', 6), undefined)
  assert.equal(amountProblem('25', 6), undefined)
  assert.equal(amountProblem('x', 6), 'This is not an amount of ADA.')
  assert.equal(amountProblem('1.5', 0), 'This is not a whole number.')
})

test('a text that two locales read as different numbers is refused with both of them', () => {
  assert.equal(amountProblem('1,234', 6), '1,234 can be read in two ways: write 1234 or 1.2340.')
  assert.equal(amountProblem('999.000', 6), '999.000 can be read in two ways: write 999000 or 999.0000.')
  assert.equal(amountProblem('12.345', 0), '12.345 can be read in two ways: write 12345.')
})

const LOCALES = [
  'en-US',
  'de-DE',
  'fr-FR',
  'de-CH',
  'en-IN',
  'hi-IN-u-nu-deva',
  'ar-EG-u-nu-arab',
  'fa-IR',
  'pt-BR',
  'es-ES',
  'pl-PL',
  'sv-SE',
  'ru-RU',
  'ja-JP-u-nu-fullwide',
  'bn-BD',
  'my-MM-u-nu-mymr',
]
const units = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 16n }),
  fc.bigInt({ min: 1n, max: 10n ** 8n }),
  // Amounts around powers of ten, and whole numbers of ADA.
  fc
    .tuple(fc.integer({ min: 1, max: 15 }), fc.integer({ min: -2, max: 2 }))
    .map(([n, d]) => 10n ** BigInt(n) + BigInt(d)),
  fc.bigInt({ min: 1n, max: 10n ** 9n }).map((ada) => ada * 1_000_000n),
  fc.bigInt({ min: 1n, max: 10n ** 9n }).map((milli) => milli * 1_000n),
)

test('an amount that a locale writes is read as this amount or refused, never as another', () => {
  for (const locale of LOCALES)
    for (const useGrouping of [true, false]) {
      const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping })
      fc.assert(
        fc.property(units, (lovelace) => {
          const exact = `${lovelace / 1_000_000n}.${`${lovelace % 1_000_000n}`.padStart(6, '0')}`
          const text = format.format(exact as Intl.StringNumericLiteral)
          const amount = amountOf(text, 6)
          if (amount === undefined) assert.match(amountProblem(text, 6) ?? '', /two ways/, text)
          else assert.equal(amount, lovelace, `${locale} ${text}`)
        }),
        { numRuns: runs(300) },
      )
    }
})

test('an amount in a field is read as the same amount', () => {
  fc.assert(
    fc.property(units, fc.constantFrom(0, 6), (amount, decimals) => {
      assert.equal(amountOf(typedAmount(amount, decimals), decimals), amount)
    }),
    { numRuns: runs(1_000) },
  )
  assert.equal(typedAmount(1_234_000n, 6), '1.2340')
  assert.equal(typedAmount(2_500_000n, 6), '2.5')
  assert.equal(typedAmount(123_000n, 6), '0.123')
})
