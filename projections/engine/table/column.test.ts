import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { natural } from './column.ts'

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
