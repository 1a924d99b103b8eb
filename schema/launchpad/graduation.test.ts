import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { graduate, squareRoot } from './graduation.ts'

test('a real graduation is reproduced', () => {
  assert.deepEqual(graduate(27504849940n, 275018276n, 210000000n), {
    lovelace: 27294849940n,
    tokens: 275018276n,
    lpTokens: 9223372034114961475n,
    price: { numerator: 27294849940n, denominator: 275018276n },
  })
})

test('a curve that could not pay for it does not graduate', () => {
  assert.throws(() => graduate(210000000n, 5n, 210000000n), RangeError)
  assert.throws(() => graduate(210000001n, 0n, 210000000n), RangeError)
})

test('the square root is the largest integer that does not exceed it', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.bigInt({ min: 0n, max: 100n }), fc.bigInt({ min: 0n, max: 1n << 130n })),
      (value) => {
        const root = squareRoot(value)
        assert.ok(root * root <= value && (root + 1n) * (root + 1n) > value)
      },
    ),
  )
})
