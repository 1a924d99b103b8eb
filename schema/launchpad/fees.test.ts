import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { basisPointsOf, feeOn, grossFor, netOf } from './fees.ts'

test('a percentage is whole basis points or refused', () => {
  assert.deepEqual([0, 1, 1.3, 0.29, 99.99].map(basisPointsOf), [0n, 100n, 130n, 29n, 9999n])
  for (const percent of [-1, 100, 1.234, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => basisPointsOf(percent), RangeError, `${percent}`)
  }
})

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })
const points = fc.bigInt({ min: 0n, max: 9999n })

test('a gross amount leaves at least the net it is for, and one less than it asks for leaves no more', () => {
  fc.assert(
    fc.property(amount, points, (net, basisPoints) => {
      const gross = grossFor(net, basisPoints)
      assert.ok(netOf(gross, basisPoints) >= net)
      assert.ok(gross === 0n || netOf(gross - 1n, basisPoints) <= net)
    }),
  )
})

test('the fee is rounded down, so the net and the fee make up the gross', () => {
  fc.assert(
    fc.property(amount, points, (gross, basisPoints) => {
      assert.equal(netOf(gross, basisPoints) + feeOn(gross, basisPoints), gross)
      assert.ok(feeOn(gross, basisPoints) * 10_000n <= gross * basisPoints)
    }),
  )
})
