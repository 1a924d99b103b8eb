import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codePoint } from '../../tests/kit/code-point.ts'
import { endOfString, parseLossless, stringifyLossless, toInteger } from './lossless-json.ts'

/** Small integers, and integers at the limits of doubles and of 64 bits. */
const integers = fc.oneof(
  fc.bigInt({ min: -1000n, max: 1000n }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
)

test('integers of any size come back exactly', () => {
  fc.assert(
    fc.property(integers, (value) => {
      assert.equal(toInteger(parseLossless(String(value))), value)
      assert.deepEqual(toInteger(Object(parseLossless(`{"a":[${value}]}`)).a[0]), value)
    }),
  )
})

test('what is no integer is none', () => {
  for (const text of [
    '1.5',
    '1e400',
    '"5"',
    '"x"',
    '""',
    'null',
    'true',
    '[]',
    '{}',
    '12345678901234567.5',
    '1e20',
  ])
    assert.equal(toInteger(parseLossless(text)), undefined, text)
})

/** Long integers among the values, and digits in strings. No key repeats. */
const texts: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    integers.map(String),
    integers.map((value) => `"${value}"`),
    fc.string({ unit: codePoint }).map((text) => JSON.stringify(text)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
    fc.constantFrom('true', 'null', '"\\\\"', '"\\""', '1.2345678901234567890', '-0.12345678901234567890e-5'),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items}]`),
    fc
      .array(fc.tuple(fc.string({ unit: codePoint }), tie('value')), { maxLength: 4 })
      .map((members) => `{${members.map(([key, value], n) => `${JSON.stringify(`k${n}${key}`)}:${value}`)}}`),
  ),
})).value

test('parsing and writing keep every long integer, and nothing else is touched', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const written = stringifyLossless(parseLossless(text))
      assert.deepEqual(JSON.parse(written), JSON.parse(text))
      assert.equal(stringifyLossless(parseLossless(written)), written)
      const long = (json: string) =>
        json.replace(/"(\\.|[^"\\])*"/g, '""').match(/(?<![\d.])-?\d{16,}(?![\d.eE])/g)
      assert.deepEqual(long(written), long(text))
    }),
    { numRuns: 500 },
  )
})

test('a string that is nothing but the mark and digits is taken for that integer', () => {
  assert.equal(toInteger(parseLossless('"\\u000112"')), 12n)
  assert.equal(stringifyLossless(parseLossless('["\\u000112"]')), '[12]')
  for (const text of ['"\\u000112 "', '"a\\u000112"', '{"\\u000112":1}', '"\\"\\u000112"'])
    assert.equal(stringifyLossless(parseLossless(text)), text)
})

test('what is no JSON is refused', () => {
  for (const text of [
    '',
    '{',
    '"',
    '"\\"',
    '12345678901234567890,',
    '[12345678901234567890',
    '-',
    '12345678901234567890"',
  ])
    assert.throws(() => parseLossless(text), SyntaxError, text)
})

test('the end of a string is found past escapes', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), fc.string({ unit: codePoint }), (text, after) => {
      const json = JSON.stringify(text)
      assert.equal(endOfString(`${json}${after}`, 0), json.length - 1)
      assert.throws(() => endOfString(json.slice(0, -1), 0), SyntaxError)
    }),
  )
})

test('values of any depth are written, as the engine writes those that it can', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`
    assert.ok(stringifyLossless(parseLossless(deep)) === deep)
  }
  fc.assert(
    fc.property(fc.json({ stringUnit: codePoint }), (text) => {
      const value: unknown = JSON.parse(text)
      assert.equal(stringifyLossless(value), JSON.stringify(value))
    }),
  )
  assert.equal(stringifyLossless({ a: undefined, b: [undefined], c: null }), '{"b":[null],"c":null}')
})
