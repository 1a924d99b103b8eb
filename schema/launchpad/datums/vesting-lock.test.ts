import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { vestingStages } from './vesting-lock.ts'

test('the deadlines of a real lock of two stages are reproduced', () => {
  // The difference of the known deadlines is one stage, and gives the time at which they were computed.
  const [first, last] = [1782137725379n, 1787321724821n]
  const now = last - 2n * (last - first)
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
