import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amount, type Column, hex, integer, natural, nullable, oneOf, text } from './column.ts'

const bytesOf = (value: bigint): Buffer => {
  const stored = natural.encode(value)
  return Buffer.isBuffer(stored) ? stored : assert.fail()
}

test('natural numbers of any size are kept exactly, and their bytes sort as they do', () => {
  const some = fc.oneof(
    fc.constantFrom(0n, 1n, 127n, 128n, 255n, 256n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n),
    fc.bigInt(0n, 2n ** 100n),
    fc.bigInt(0n, 2n ** 2040n - 1n),
  )
  fc.assert(
    fc.property(some, some, (a, b) => {
      assert.equal(natural.decode(bytesOf(a)), a)
      assert.equal(Math.sign(bytesOf(a).compare(bytesOf(b))), a < b ? -1 : a > b ? 1 : 0)
    }),
  )
})

test('what is no natural number, or is too long, is an error', () => {
  for (const value of [-1n, 2n ** 2040n]) assert.throws(() => natural.encode(value), RangeError)
})

test('a value of another type than its column is an error, which types do not hold back in a model of JavaScript', () => {
  const wrong: readonly (readonly [
    column: Pick<Column<never>, 'kind' | 'encode'>,
    values: readonly unknown[],
  ])[] = [
    [integer, [1.5, '1', 1n, 2 ** 53]],
    [amount, [1, '1', 2n ** 63n]],
    [natural, [1, 2.5]],
    [text, [5, null, undefined, '\ud83d', 'a\ude00', '\ude00\ud83d']],
    [hex, ['0', 'zz', '00zz']],
    [oneOf('a', 'b'), ['c', 1, null]],
    [nullable(text), [5]],
  ]
  for (const [column, values] of wrong)
    for (const value of values)
      assert.throws(() => column.encode(value as never), /is not|does not fit/, `${column.kind} ${value}`)
})

test('a text with any whole characters is kept', () => {
  for (const value of ['', 'a\0b', '😀', '\ufffd']) assert.equal(text.decode(text.encode(value)), value)
})
