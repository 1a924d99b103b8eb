import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf } from '../parts/format.ts'
import { lockedWords } from './locked-words.ts'

const [DAY, NOW] = [86_400, 1_700_000_000]
const [TOMORROW, SPRING, LAST] = [NOW + DAY, NOW + 150 * DAY, 4_070_952_000].map(dayOf)
const lock = (tokens: number, lockUntil: number | bigint) => ({
  id: `${'ab'.repeat(32)}:0`,
  totalLocked: `${tokens}`,
  lockUntil: `${lockUntil}`,
  redeemerVkh: 'cd'.repeat(28),
})
const locks = {
  ended: lock(900_000_000, NOW * 1_000),
  tomorrow: lock(200_000_000, (NOW + DAY) * 1_000),
  spring: lock(200_000_001, (NOW + 150 * DAY) * 1_000),
  unit: lock(1, 4_070_952_000_000),
  many: lock(200_000_000, 4_070_952_000_000),
  never: lock(1, 2n ** 63n - 1n),
}

test('the words about locks say until when at least half is locked, and are true however the ends differ', () => {
  const cases: readonly [readonly (keyof typeof locks)[], string | undefined][] = [
    [[], undefined],
    [['ended'], undefined],
    [['tomorrow', 'ended'], `20.00% of supply until ${TOMORROW}`],
    [['unit', 'many'], `20.00% of supply until ${LAST}`],
    [['never'], '0.00% of supply for ever'],
    [['tomorrow', 'unit'], `20.00% of supply, at least half of it until ${TOMORROW}, the last until ${LAST}`],
    [
      ['unit', 'tomorrow', 'spring'],
      `40.00% of supply, at least half of it until ${SPRING}, the last until ${LAST}`,
    ],
    [['tomorrow', 'many'], `40.00% of supply, at least half of it until ${LAST}`],
    [['spring', 'many'], `40.00% of supply, at least half of it until ${SPRING}, the last until ${LAST}`],
    [['many', 'never'], `20.00% of supply, at least half of it until ${LAST}, the last for ever`],
    [['tomorrow', 'many', 'unit'], `40.00% of supply, at least half of it until ${LAST}`],
  ]
  assert.deepEqual(
    cases.map(([names]) =>
      lockedWords(
        names.map((name) => locks[name]),
        NOW * 1_000,
      ),
    ),
    cases.map(([, words]) => words),
  )
})
