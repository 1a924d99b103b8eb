import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeVestingLock, encodeVestingLock, vestingStages } from './vesting-lock.ts'

test('three locks seen on chain are read and written as they are', () => {
  const locks = [
    ['d879821b0000019eefafa1c3581cbbc1005d1057303cfa5e1e47bd8666cc78584262ce119360e9f5f97f', 1782137725379n],
    ['d879821b000001a024ad2f95581cbbc1005d1057303cfa5e1e47bd8666cc78584262ce119360e9f5f97f', 1787321724821n],
    [
      'd8799f1b0000018d9c7e5da2581c7c1c952fd498443de35e4df37dd01b1ec5b010aa8c5bbd08e09b9c1eff',
      1707727543714n,
    ],
  ] as const
  for (const [cbor, lockedUntil] of locks) {
    const redeemerVkh = cbor.replace(/ff$/, '').slice(-56)
    const lock = decodeVestingLock(cbor)
    assert.deepEqual(lock, { lockedUntil, redeemerVkh })
    assert.equal(encodeVestingLock(lock, cbor.endsWith('ff') ? 'indefinite' : 'definite'), cbor)
  }
})

test('what is not a lock is refused', () => {
  for (const cbor of [
    'd87980',
    'd8798200420102',
    `d8798220581c${'ab'.repeat(28)}`,
    `d87a8200581c${'ab'.repeat(28)}`,
  ]) {
    assert.equal(decodeVestingLock(cbor), undefined)
  }
})

test('the deadlines of a real lock of two stages are reproduced', () => {
  // Both deadlines are known; the time of their computation follows from their distance.
  const [first, last] = [1782137725379n, 1787321724821n]
  const now = last - 2n * (last - first)
  assert.equal(now, 1776953725937n)
  assert.equal(last - now, 10367998884n)
  assert.equal(last - first, 5183999442n)
  assert.deepEqual(vestingStages(now, last, 2, 1001n), [
    { lockedUntil: first, amount: 500n },
    { lockedUntil: last, amount: 501n },
  ])
})

test('stages rise to the end, pay out everything, and differ in the last one only', () => {
  const amounts = fc.bigInt({ min: 10n, max: 10n ** 15n })
  const spans = fc.bigInt({ min: 10n, max: 10n ** 12n })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), amounts, spans, (count, amount, span) => {
      const stages = vestingStages(5n, 5n + span, count, amount)
      assert.equal(stages.length, count)
      assert.equal(stages.at(-1)?.lockedUntil, 5n + span)
      assert.equal(
        stages.reduce((sum, stage) => sum + stage.amount, 0n),
        amount,
      )
      stages.slice(0, -1).forEach((stage, index) => {
        assert.equal(stage.amount, amount / BigInt(count))
        assert.ok(stage.lockedUntil < (stages[index + 1]?.lockedUntil ?? 0n))
      })
    }),
  )
})
