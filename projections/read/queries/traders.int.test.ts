// Leaderboards over a generated launchpad, compared with sums of the stored days.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Leaderboard } from '../../../schema/responses/traders.ts'
import { randomFrom } from '../../../tests/kit/random-from.ts'
import { seedOf } from '../../../tests/kit/random-runs.ts'
import { operations } from '../../interpret/testing/interpreted.ts'
import { GrowingChain } from '../../testing/growing-chain.ts'
import { openTestModels, readerOf } from '../../testing/test-models.ts'
import { leaderboards } from './traders.ts'

interface Day {
  readonly day: bigint
  readonly owner: Buffer
  readonly volume: bigint
  readonly profit: bigint
}

test('a leaderboard has the largest sums first and equal ones by key, page by page, from any day', (t) => {
  const models = openTestModels(operations)
  const reader = readerOf(t, models)
  for (const block of new GrowingChain(randomFrom(seedOf(t))).grow(300)) models.apply(block)
  reader.refresh()
  const read = leaderboards(reader)
  const rows = models.database
    .prepare<[], Day>('SELECT day, owner, volume, profit FROM trader_days ORDER BY owner')
    .safeIntegers()
    .all()
  assert.ok(rows.length > 3, `${rows.length} rows`)
  for (const from of new Set(rows.map(({ day }) => Number(day))))
    for (const by of ['volume', 'profit'] as const) {
      const sums = new Map<string, bigint>()
      for (const { day, owner, [by]: amount } of rows)
        if (day >= from) sums.set(owner.toString('hex'), (sums.get(owner.toString('hex')) ?? 0n) + amount)
      const expected = [...sums]
        .sort(([, a], [, b]) => Number(b - a))
        .map(([owner, sum]) => [owner, `${sum}`])
      const shown: string[][] = []
      for (let offset = 0; offset < expected.length; offset += 2) {
        const page: Leaderboard = JSON.parse(read({ name: 'leaderboard', from, by, offset, limit: 2 }))
        assert.equal(page.count, expected.length)
        for (const { owner, [by]: sum } of page.items) shown.push([owner, sum])
      }
      assert.deepEqual(shown, expected)
    }
})
